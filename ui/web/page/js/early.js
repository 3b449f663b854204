// Sets the chosen theme before anything is drawn, and says which module did not load.
(() => {
	try {
		const { theme, board } = JSON.parse(localStorage.getItem('evothello.settings')) ?? {};
		if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
		if (board) document.documentElement.dataset.board = board;
	} catch { /* no stored settings */ }
	const missing = [];
	addEventListener('error', ({ target }) => {
		const address = target.href ?? target.src;
		if (!address) return; // an error in a script
		missing.push(address.split('/').pop());
		if (target.type !== 'module') return;
		const words = document.createElement('p');
		words.className = 'failed broken';
		words.setAttribute('role', 'alert');
		words.lang = navigator.language.startsWith('ja') ? 'ja' : 'en';
		words.textContent = words.lang === 'ja' ? `${missing[0]}を読み込めませんでした。ページを読み込み直してください。` : `The file ${missing[0]} did not load. Reload the page.`;
		document.querySelector('main').before(words);
	}, true);
})();
