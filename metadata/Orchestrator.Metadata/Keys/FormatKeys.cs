using Orchestrator.Core.Types;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of a format of files. A plan tells them with what each package reads or writes.</summary>
internal static class FormatKeys
{
    private const string Allow = "allow";
    private const string Refuse = "refuse";
    private const string Defuse = "defuse";
    private const string None = "none";
    private const string Names = "names";
    private const string Fill = "fill";
    private const int SkippedMax = 10_000;
    private const int LastSkippedMax = 1_000;
    private const string Point = ".";

    private static readonly WrittenFormat Standard = new(new FileFormat { Name = "" }, Origin.Default);

    private static readonly OptionMaker<WrittenFormat> Make = new("format", Standard, written => written.At, "");

    public static SectionKey<WrittenFormat> Style { get; } = Make.Word(
        "style", "csv (RFC 4180, header), bcp, fixed, jsonl (one JSON object per line) or excel (a sheet)",
        written => written.Format.Style, (written, value) => With(written, written.Format with { Style = value }));

    public static SectionKey<WrittenFormat> Field { get; } = Make.Value(
        "field", Parts.Text, "Field terminator", scalar => scalar.Text, text => text,
        written => written.Format.Field, (written, value) => With(written, written.Format with { Field = value }),
        "a comma") with
    { Acts = HasTerminators };

    public static SectionKey<WrittenFormat> Row { get; } = Make.Value(
        "row", Parts.Text, "Row terminator", scalar => scalar.Text, text => text,
        written => written.Format.Row, (written, value) => With(written, written.Format with { Row = value }),
        "a line feed") with
    { Acts = HasTerminators };

    public static SectionKey<WrittenFormat> Widths { get; } = new SettingKey<WrittenFormat, IReadOnlyList<int>>(
        new Key("widths", new ListShape(new NumberShape(1, Max: 1 << 20)),
            "fixed: the width of each column in characters."),
        written => [.. ((YamlList)written).Items.OfType<YamlScalar>().Select(width => (int)width.ToNumber())],
        written => new Setting<IReadOnlyList<int>>(written.Format.Widths, written.At),
        (written, widths) => With(written, written.Format with { Widths = widths.Value }),
        Standard.Format.Widths,
        [
            new("widths",
                widths => widths.Count == 0 ? null : CanonicalJson.List(widths.Select(width => $"{width}")), null),
        ])
    {
        Acts = static written => written.Format.Style == FileStyle.Fixed,
    };

    public static SectionKey<WrittenFormat> Encoding { get; } = Make.Of(
        new Key("encoding", new WordShape(FileEncodings.All) { Otherwise = FileEncodings.Otherwise },
            "Default utf-8; a byte order mark wins."),
        scalar => scalar.Text, text => text,
        written => written.Format.Encoding,
        (written, value) => With(written, written.Format with { Encoding = value })) with
    { Acts = IsText };

    public static SectionKey<WrittenFormat> TerminatorInColumns { get; } = Make.Value(
        "terminatorInColumns", new WordShape([Refuse, Allow]),
        "allow = a row terminator counts only after the last column",
        scalar => scalar.Text == Allow, isAllowed => isAllowed ? Allow : Refuse,
        written => written.Format.TerminatorInColumns,
        (written, value) => With(written, written.Format with { TerminatorInColumns = value })) with
    { Acts = static written => written.Format.Style == FileStyle.Bcp };

    public static SectionKey<WrittenFormat> Formulas { get; } = Make.Of(
        new Key("formulas", new WordShape(["keep", Defuse]),
            "csv, as a target: defuse = text that a spreadsheet would compute gets an apostrophe first; default keep."),
        scalar => scalar.Text == Defuse, defuses => defuses ? Defuse : null,
        written => written.Format.DefusesFormulas,
        (written, value) => With(written, written.Format with { DefusesFormulas = value })) with
    { Acts = static written => written.Format.Style == FileStyle.Csv };

    // Of these and the next ones a plan tells what somebody wrote, and nothing of what holds without.
    public static SectionKey<WrittenFormat> Header { get; } = Make.Value(
        "header", new WordShape([Names, None]),
        "csv, excel: whether the first line names the columns; none = they are declared, and go by their place",
        scalar => scalar.Text == Names, hasHeader => hasHeader ? null : None,
        written => written.Format.HasHeader,
        (written, value) => With(written, written.Format with { HasHeader = value }), Names) with
    { Acts = static written => written.Format.Style is FileStyle.Csv or FileStyle.Excel };

    public static SectionKey<WrittenFormat> SkipLines { get; } = Make.Value(
        "skipLines", new NumberShape(0, Max: SkippedMax), "Lines at the beginning, before a header, that are left out",
        scalar => (int)scalar.ToNumber(), Lines,
        written => written.Format.SkipLines,
        (written, value) => With(written, written.Format with { SkipLines = value }), "0") with
    { Acts = IsText };

    public static SectionKey<WrittenFormat> SkipLastLines { get; } = Make.Value(
        "skipLastLines", new NumberShape(0, Max: LastSkippedMax), "Lines at the end that are left out",
        scalar => (int)scalar.ToNumber(), Lines,
        written => written.Format.SkipLastLines,
        (written, value) => With(written, written.Format with { SkipLastLines = value }), "0") with
    { Acts = IsText };

    public static SectionKey<WrittenFormat> Comment { get; } = Make.Text(
        new Key("comment", Parts.Text, "csv, bcp, fixed: lines that begin with it are left out."),
        written => written.Format.Comment,
        (written, value) => With(written, written.Format with { Comment = value })) with
    { Acts = HasText };

    public static SectionKey<WrittenFormat> Quote { get; } = Make.Value(
        "quote", Parts.Text, "csv: what stands around a value that holds separators; none = nothing does",
        scalar => scalar.Text == None ? "" : scalar.Text,
        quote => quote switch { "\"" => null, "" => None, _ => quote },
        written => written.Format.Quote, (written, value) => With(written, written.Format with { Quote = value }),
        "a double quote") with
    { Acts = IsCsv };

    public static SectionKey<WrittenFormat> ShortRows { get; } = Make.Value(
        "shortRows", new WordShape([Refuse, Fill]),
        "csv, bcp, fixed: fill = columns that a row lacks at its end are NULL",
        scalar => scalar.Text == Fill, fills => fills ? Fill : null,
        written => written.Format.FillsShortRows,
        (written, value) => With(written, written.Format with { FillsShortRows = value }), Refuse) with
    { Acts = HasText };

    public static SectionKey<WrittenFormat> Decimal { get; } = Make.Of(
        new Key("decimal", new WordShape([Point, ","]), "The decimal sign of numbers; default a point."),
        scalar => scalar.Text, sign => sign == Point ? null : sign,
        written => written.Format.Decimal,
        (written, value) => With(written, written.Format with { Decimal = value })) with
    { Acts = HasText };

    public static SectionKey<WrittenFormat> Thousands { get; } = Make.Text(
        new Key("thousands", Parts.Text,
            "The sign between thousands: a point, a comma, an apostrophe, a blank or the like; default none."),
        written => written.Format.Thousands,
        (written, value) => With(written, written.Format with { Thousands = value })) with
    { Acts = HasText };

    public static SectionKey<WrittenFormat> DateFormat { get; } = Times(
        "dateFormat", "How values of date are written: dd.MM.yyyy; default yyyy-MM-dd.",
        format => format.DateFormat, (format, value) => format with { DateFormat = value });

    public static SectionKey<WrittenFormat> TimeFormat { get; } = Times(
        "timeFormat", "How values of time are written: HH.mm; default HH:mm:ss and what its digits need.",
        format => format.TimeFormat, (format, value) => format with { TimeFormat = value });

    public static SectionKey<WrittenFormat> DateTimeFormat { get; } = Times(
        "dateTimeFormat",
        "How values of datetime, smalldatetime and datetime2 are written: dd.MM.yyyy HH:mm; default as in SQL.",
        format => format.DateTimeFormat, (format, value) => format with { DateTimeFormat = value });

    public static SectionKey<WrittenFormat> Nulls { get; } = Make.Texts(
        new Key("nulls", Parts.Texts,
            "Words that stand for NULL, of csv without quotes; the first is what it is written as; default none."),
        written => written.Format.Nulls,
        (written, words) => With(written, written.Format with { Nulls = words })) with
    { Acts = HasText };

    public static SectionKey<WrittenFormat> Sheet { get; } = Make.Text(
        new Key("sheet", Parts.Text,
            "excel: name of the sheet, or of a range of xlsx; default the only sheet that can be seen."),
        written => written.Format.Sheet,
        (written, value) => With(written, written.Format with { Sheet = value })) with
    { Acts = IsExcel };

    public static SectionKey<WrittenFormat> Range { get; } = Make.Text(
        new Key("range", Parts.Text, "excel: what is read of the sheet, its header first: A4:H; default all."),
        written => written.Format.Range,
        (written, value) => With(written, written.Format with { Range = value })) with
    { Acts = IsExcel };

    // A plan tells how text is written before how wide it is.
    public static Section<WrittenFormat> Section { get; } = Make.Section(
        [
            Style, Field, Row, Widths, Encoding, TerminatorInColumns, Formulas, Header, SkipLines, SkipLastLines,
            Comment, Quote, ShortRows, Decimal, Thousands, DateFormat, TimeFormat, DateTimeFormat, Nulls,
            Sheet, Range,
        ],
        [
            Style, Field, Row, Encoding, Widths, TerminatorInColumns, Formulas, Header, SkipLines, SkipLastLines,
            Comment, Quote, ShortRows, Decimal, Thousands, DateFormat, TimeFormat, DateTimeFormat, Nulls,
            Sheet, Range,
        ]);

    /// <summary>A format as it is written: bcp separates fields by tabs where nobody says otherwise.</summary>
    public static WrittenFormat Read(string name, YamlMap written)
    {
        var format = new FileFormat { Name = name };
        var isBcp = written.Word(Style.Name, format.Style) == FileStyle.Bcp;
        return Section.Read(
            new WrittenFormat(isBcp ? format with { Field = "\t" } : format, written.At), written);
    }

    /// <summary>Tells a format by what it says, not by its name alone: its text decides which rows are read.</summary>
    /// <param name="list">Where it is told.</param>
    /// <param name="key">How a plan calls it.</param>
    /// <param name="name">Its name.</param>
    /// <param name="connection">The connection that has it.</param>
    /// <param name="at">Where it is named.</param>
    public static void Tell(PropertyList list, string key, string name, Connection? connection, Origin at)
    {
        list.Add(key, name, at, "csv");
        if (connection is not null && connection.Formats.TryGetValue(name, out var format))
        {
            Section.Tell(list.Under(key + "."), new WrittenFormat(format, connection.At));
        }
    }

    private static string? Lines(int lines) => lines == 0 ? null : $"{lines}";

    private static bool IsCsv(WrittenFormat written) => written.Format.Style == FileStyle.Csv;

    private static SectionKey<WrittenFormat> Times(string name, string what, Func<FileFormat, string?> get,
        Func<FileFormat, string?, FileFormat> set)
    {
        var key = Make.Text(new Key(name, Parts.Text, what),
            written => get(written.Format), (written, value) => With(written, set(written.Format, value)));
        return key with { Acts = IsText };
    }

    // JSON has numbers and null of its own, and so have sheets.
    private static bool HasText(WrittenFormat written) =>
        written.Format.Style is not (FileStyle.Jsonl or FileStyle.Excel);

    private static bool IsText(WrittenFormat written) => written.Format.Style != FileStyle.Excel;

    private static bool HasTerminators(WrittenFormat written) =>
        written.Format.Style is FileStyle.Csv or FileStyle.Bcp;

    private static bool IsExcel(WrittenFormat written) => written.Format.Style == FileStyle.Excel;

    private static WrittenFormat With(WrittenFormat written, FileFormat format) => written with { Format = format };
}
