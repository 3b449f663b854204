// Sets the chosen theme before anything is drawn.
(() => {
	try {
		const { theme, board } = JSON.parse(localStorage.getItem('evothello.settings')) ?? {};
		if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
		if (board) document.documentElement.dataset.board = board;
	} catch { /* no stored settings */ }
})();
