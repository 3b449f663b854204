// Before anything is drawn: the theme that was chosen.
(() => {
	try {
		const { theme, board } = JSON.parse(localStorage.getItem('evothello.settings')) ?? {};
		if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
		if (board) document.documentElement.dataset.board = board;
	} catch { /* nothing was chosen */ }
})();
