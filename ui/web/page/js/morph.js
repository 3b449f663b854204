// Changes what is on the page into what was drawn anew, cell by cell, so that the focus, a selection of text and the
// place of a scrolled table stay.

// keyOf names a child that keeps its identity when the order changes: the row of a run or of a generation.
const keyOf = (node) => node.dataset?.run ?? node.dataset?.generation;

// morph changes a node into another one of the same kind. Listeners stay those of the old node.
function morph(old, fresh) {
	if (old.nodeType === Node.TEXT_NODE) {
		if (old.data !== fresh.data) old.data = fresh.data;
		return;
	}
	for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
	for (const { name, value } of fresh.attributes) {
		if (old.getAttribute(name) === value) continue;
		if (name === 'style') old.style.cssText = value; // the page's security policy allows no attribute
		else old.setAttribute(name, value);
	}
	for (const property of ['checked', 'disabled', 'selected']) if (property in old && old[property] !== fresh[property]) old[property] = fresh[property];
	morphChildren(old, [...fresh.childNodes]);
}

const alike = (old, fresh) => old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);

// morphChildren changes the children of an element into others, nodes or texts.
export function morphChildren(box, nodes) {
	const children = nodes.map((one) => (typeof one === 'string' ? document.createTextNode(one) : one));
	const focused = box.contains(document.activeElement) ? document.activeElement : null;
	const keyed = new Map([...box.children].filter(keyOf).map((child) => [keyOf(child), child]));
	const wanted = new Set(children.map(keyOf));
	for (const [key, child] of keyed) if (!wanted.has(key)) child.remove();
	let at = box.firstChild;
	for (const fresh of children) {
		const key = keyOf(fresh);
		const same = key === undefined ? at : keyed.get(key);
		if (same && alike(same, fresh)) {
			if (same === at) at = at.nextSibling;
			else box.insertBefore(same, at);
			morph(same, fresh);
		} else box.insertBefore(fresh, at);
	}
	while (at) {
		const next = at.nextSibling;
		at.remove();
		at = next;
	}
	if (focused && focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
}
