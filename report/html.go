package report

import (
	"bytes"
	_ "embed"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

//go:embed style.css
var style string

// document returns a self-contained HTML page.
func document(title string, about g.Node, sections ...g.Node) ([]byte, error) {
	var out bytes.Buffer
	err := h.Doctype(h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")),
			h.TitleEl(g.Text(title)),
			h.StyleEl(g.Raw(style)),
		),
		h.Body(h.Main(h.Header(h.H1(g.Text(title)), about), g.Group(sections))),
	)).Render(&out)
	return append(out.Bytes(), '\n'), err
}

// section returns a part of a page with a heading. Its id is for the heading.
func section(id, title string, content ...g.Node) g.Node {
	return h.Section(h.Aria("labelledby", id), h.H2(h.ID(id), g.Text(title)), g.Group(content))
}

func paragraph(text string) g.Node { return h.P(g.Text(text)) }
func lead(text string) g.Node      { return h.P(h.Class("lead"), g.Text(text)) }
func quiet(text string) g.Node     { return h.P(h.Class("quiet"), g.Text(text)) }

// A picture is an SVG element and its alternative text.
type picture struct{ svg, alt string }

func (p picture) node() g.Node {
	return h.Div(h.Role("img"), h.Aria("label", p.alt), g.Raw(p.svg))
}

// figure returns a picture with a caption.
func figure(p picture, caption ...g.Node) g.Node {
	return h.Figure(h.FigCaption(caption...), p.node())
}

// boards returns small pictures beside each other.
func boards(all []picture) g.Node {
	return h.Div(h.Class("boards"), g.Map(all, func(p picture) g.Node { return h.Figure(p.node()) }))
}

// table returns a table that scrolls if the window is narrow. Its id is for the caption.
func table(id, caption string, head []g.Node, rows []g.Node) g.Node {
	return h.Div(h.Class("scroll"), h.Role("region"), h.Aria("labelledby", id), h.TabIndex("0"), h.Table(
		h.Caption(h.Span(h.ID(id), g.Text(caption))),
		h.THead(h.Tr(head...)),
		h.TBody(rows...),
	))
}

// columns returns the heads of columns of numbers.
func columns(titles ...string) g.Node {
	return g.Map(titles, func(title string) g.Node { return h.Th(h.Scope("col"), g.Text(title)) })
}

// column returns the head of a column of a class.
func column(class, title string) g.Node { return h.Th(h.Scope("col"), h.Class(class), g.Text(title)) }

// cells returns the cells of numbers.
func cells(texts ...string) g.Node {
	return g.Map(texts, func(text string) g.Node { return h.Td(g.Text(text)) })
}

// again returns the section on how to repeat the work: settings is the content of the file with its settings.
func again(about, command, file, settings, hash string, more ...g.Node) g.Node {
	return section("settings", "How to do it again",
		g.Group{h.P(g.Raw(about)), h.Pre(h.Code(g.Text(command)))},
		h.Details(h.Summary(g.Text(file)), h.Pre(h.Code(g.Text(settings)))),
		g.Group(more),
		h.P(h.Class("quiet"), g.Text("SHA-256 of "+file+": "), h.Code(h.Class("value"), g.Text(hash))),
	)
}
