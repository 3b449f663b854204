// How to play: the rules in three pictures. The page loads this module when they are opened.
import { boardPicture } from './boards.js';
import { $, h, s } from './dom.js';
import { indexOf, start } from './geometry.js';
import { language } from './i18n.js';

const words = {
	en: [
		['Enclose discs', 'Black moves first. Put a disc so that a line of the other side’s discs is between it and another disc of yours: along a row, a column or a diagonal. Here Black may play on the four dots.'],
		['They turn over', 'All discs that you enclose, in every direction, become yours. Here Black has played the disc with the dot. It has turned the two with rings.'],
		['The most discs win', 'Who cannot move passes. When neither side can move, the game is over. Here White wins, 45 to 19. A corner is never turned over again.'],
	],
	ja: [
		['石をはさむ', '黒が先手です。置いた石と自分の別の石とで、相手の石を縦・横・斜めの一直線にはさめるところに打ちます。ここでは4つの点に打てます。'],
		['はさんだ石が返る', 'はさんだ相手の石は、どの方向でもすべて自分の色になります。ここでは黒が点のついた石を打ち、輪のついた2石を返しました。'],
		['石の多いほうが勝ち', '打てるところがなければパスです。どちらも打てなくなると終局です。ここでは45対19で白の勝ちです。隅の石は二度と返されません。'],
	],
};

const pictures = [
	{ board: start, dots: ['d3', 'c4', 'f5', 'e6'] },
	{ board: '----------X------OXX------XXXO----XXXX-----O--------------------', last: 'c2', turned: ['c3', 'd3'] },
	{ board: 'OOOOOXXXOOXOOOXOOXOXOXOOOXOOOOOOOXXOXXOOOXOOOOOOOXXXXXOOOOOOOOOO' },
];

// picture draws a board with dots on squares, and marks the last disc and those that it turned.
function picture({ board, dots = [], last = '', turned = [] }) {
	const svg = boardPicture(board);
	const mark = (kind, r) => (square) => {
		const i = indexOf(square, 8);
		svg.append(s('circle', { class: kind, cx: (i % 8) + 0.5, cy: Math.floor(i / 8) + 0.5, r }));
	};
	dots.forEach(mark('tiny-dot', 0.14));
	turned.forEach(mark('tiny-turned', 0.27));
	if (last) mark('tiny-last', 0.15)(last);
	return svg;
}

// renderRules writes the rules in the reader's language.
export function renderRules() {
	const box = $('#rules-body');
	if (box.lang === language()) return;
	box.lang = language();
	box.replaceChildren(...words[language()].map(([name, rule], i) => h('li', {}, picture(pictures[i]), h('h3', {}, name), h('p', {}, rule))));
}
