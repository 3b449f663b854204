// Helpers that create elements.

const svgSpace = 'http://www.w3.org/2000/svg';

function fill(element, properties, children) {
	for (const [name, value] of Object.entries(properties)) {
		if (value === undefined || value === null || value === false) continue;
		if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
		else if (name === 'class') element.setAttribute('class', value);
		else if (name === 'data') Object.assign(element.dataset, value);
		else if (name in element && typeof element[name] === 'boolean') element[name] = value;
		else element.setAttribute(name, value === true ? '' : value);
	}
	element.append(...children.flat(2).filter((c) => c !== undefined && c !== null && c !== false));
	return element;
}

// h makes an HTML element: h('button', {class: 'quiet', onclick: f}, 'Go').
export const h = (tag, properties = {}, ...children) => fill(document.createElement(tag), properties, children);

// s makes an SVG element.
export const s = (tag, attributes = {}, ...children) => {
	const element = document.createElementNS(svgSpace, tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
		else if (value !== undefined && value !== null) element.setAttribute(name, value);
	}
	element.append(...children.flat(2).filter((c) => c !== undefined && c !== null && c !== false));
	return element;
};

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// text sets a text only if it differs, to avoid a new layout and a repeated announcement.
export function text(element, words) {
	if (element.textContent !== words) element.textContent = words;
}

// attribute sets an attribute if it differs. null removes it.
export function attribute(element, name, value) {
	if (value === null || value === undefined || value === false) {
		if (element.hasAttribute(name)) element.removeAttribute(name);
	} else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

// option makes an <option>.
export const option = (value, label, selected = false) => h('option', { value, selected }, label);

// download saves a file through the browser.
export function download(name, blob) {
	const link = h('a', { href: URL.createObjectURL(blob), download: name });
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
