using System.Text.Json;

namespace Orchestrator.Runner.Tests.Report.Browser;

/// <summary>A number or moment of a page: where it stands, its exact value, and what a person reads.</summary>
internal sealed record ReadFigure(string Section, string Row, string Name, string Value, string Text);

/// <summary>A bar as it is drawn: in percent of the chart's width, and in slots.</summary>
internal sealed record ReadBar(string Attempt, string Class, double From, double Width, double Slot, string Title);

/// <summary>A drawing over time with what it is called, and the outline of each of its layers.</summary>
internal sealed record ReadChart(string Name, string Text, IReadOnlyList<string> Layers);

/// <summary>A mark of an axis of time.</summary>
internal sealed record ReadTick(double Percent, string Text);

/// <summary>All that is a number on a page, read by a browser once everything on it is unfolded.</summary>
internal sealed record Reading
{
    private const string Script = """
        (() => {
            document.querySelectorAll('details').forEach(details => { details.open = true; });
            const rows = '[data-package],[data-project],[data-reason],[data-scope],[data-database],[data-wait]';
            const place = at => (at.closest('main > section')?.id ?? 'header')
                + (at.closest('details') ? ' unfolded' : '');
            const row = at => Object.values(at.closest(rows)?.dataset ?? {})[0] ?? '';
            const figures = [...document.querySelectorAll('data, time')].map(at => ({
                section: place(at), row: row(at), name: at.dataset.figure ?? 'time',
                value: at.tagName === 'TIME' ? at.dateTime : at.value, text: at.innerText }));

            const lanes = document.querySelector('#gantt svg'), whole = lanes.getBoundingClientRect();
            const bars = [...lanes.querySelectorAll('rect')].map(at => {
                const box = at.getBoundingClientRect(), percent = 100 / whole.width;
                return { attempt: at.dataset.attempt ?? '', class: at.getAttribute('class'),
                    from: (box.left - whole.left) * percent, width: box.width * percent,
                    slot: (box.top - whole.top) / whole.height * lanes.viewBox.baseVal.height,
                    title: at.querySelector('title').textContent };
            });
            const charts = [...document.querySelectorAll('svg[role=img]')].map(at => ({
                name: at.querySelector(':scope > title').textContent,
                text: at.querySelector('desc').textContent.replace(/\s+/g, ' ').trim(),
                layers: [...at.querySelectorAll('path')].map(path => path.getAttribute('d')) }));
            const ticks = [...document.querySelectorAll('#gantt .axis span')].map(at => ({
                percent: parseFloat(at.parentElement.getAttribute('x')), text: at.textContent }));

            const loose = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            for (let at = walker.nextNode(); at; at = walker.nextNode()) {
                if (/\d/.test(at.data) && !at.parentElement.closest('data, time, svg, .axis, .chart > .names')) {
                    loose.push(at.data.replace(/\s+/g, ' ').trim());
                }
            }
            return { figures, bars, charts, ticks, loose };
        })()
        """;

    public required IReadOnlyList<ReadFigure> Figures { get; init; }

    public required IReadOnlyList<ReadBar> Bars { get; init; }

    public required IReadOnlyList<ReadChart> Charts { get; init; }

    public required IReadOnlyList<ReadTick> Ticks { get; init; }

    /// <summary>Texts with a digit that are none of the above.</summary>
    public required IReadOnlyList<string> Loose { get; init; }

    public static Reading Of(Chromium chromium) =>
        chromium.Ask(Script).Deserialize<Reading>(JsonSerializerOptions.Web)!;

    /// <summary>The rows of a section with their figures, `row name=value name=value`.</summary>
    public IEnumerable<string> Rows(string section) => Figures
        .Where(figure => figure.Section == section && figure.Name != "most").GroupBy(figure => figure.Row)
        .Select(row => $"{row.Key} {string.Join(' ', row.Select(figure => $"{figure.Name}={figure.Value}"))}");
}
