using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>What formats and columns may say of how a file writes values.</summary>
internal sealed class FormKeysTests
{
    private const string Solution = """
        formatVersion: 1
        solution: S
        connections:
          - {connection: Files, platform: Files, folder: data, formats: {f: {FORMAT}}}
          - {connection: Out, platform: Files, folder: out}
          - {connection: Db, platform: Sqlite, stage: STG}
          - {connection: Next, platform: Sqlite, stage: TGT}
        batches:
          - {batch: Nightly, projects: [P]}
        projects:
          - project: P
            source: Files
            target: Db
            objects:
              - object: a
                source: {file: a.csv, format: f}
                columns: [{column: Id, dataType: int}, {column: C, COLUMN}]

        """;

    [TestCase("decimal: \",\"")]
    [TestCase("decimal: \",\", thousands: \".\"")]
    [TestCase("thousands: \"'\"")]
    [TestCase("thousands: \" \"")]
    [TestCase("thousands: \"\\u00A0\"")]
    [TestCase("dateFormat: d.M.yyyy, timeFormat: HH.mm, dateTimeFormat: \"yyyyMMdd HHmm\"")]
    [TestCase("dateFormat: \"dd.MM.yy(1950)\"")]
    [TestCase("nulls: [\"NULL\", n/a, \"\\\\N\"]")]
    [TestCase("style: jsonl, dateFormat: d.M.yyyy")]
    [TestCase("style: fixed, widths: [9, 9], nulls: [\"NULL\"]")]
    [TestCase("quote: none, nulls: ['\"\"']")]
    [TestCase("quote: \"'\", nulls: ['\"\"']")]
    [TestCase("quote: none, decimal: \",\", field: \";\"")]
    public void A_format_says_it_for_all_of_its_files(string format) => Assert.That(Codes(format, "dataType: date"),
        Is.Empty);

    [TestCase("decimal: \";\"", "ORC1013")]
    [TestCase("thousands: x", "ORC1118")]
    [TestCase("thousands: \"1\"", "ORC1118")]
    [TestCase("thousands: \"..\"", "ORC1118")]
    [TestCase("thousands: \"-\"", "ORC1118")]
    [TestCase("thousands: \".\"", "ORC1118")]
    [TestCase("style: bcp, field: \",\", decimal: \",\"", "ORC1118")]
    [TestCase("style: bcp, field: \"/\", dateFormat: d/M/yyyy", "ORC1118")]
    [TestCase("dateFormat: dd.MM", "ORC1118")]
    [TestCase("dateFormat: HH.mm", "ORC1118")]
    [TestCase("timeFormat: d.M.yyyy", "ORC1118")]
    [TestCase("dateTimeFormat: \"yyyyMMdd HHmm zzz\"", "ORC1118")]
    [TestCase("nulls: [\"\"]", "ORC1118")]
    [TestCase("nulls: [\"a,b\"]", "ORC1118")]
    [TestCase("nulls: ['\"\"']", "ORC1118")]
    [TestCase("style: bcp, nulls: [\"a\\tb\"]", "ORC1118")]
    [TestCase("style: fixed, widths: [9, 9], nulls: [\"a \"]", "ORC1118")]
    [TestCase("quote: \"'\", nulls: [\"'x'\"]", "ORC1118")]
    [TestCase("quote: none, nulls: [\"a\\nb\"]", "ORC1118")]
    [TestCase("quote: none, decimal: \",\"", "ORC1118")]
    [TestCase("quote: none, field: \".\", dateFormat: d.M.yyyy", "ORC1118")]
    [TestCase("quote: \"'\", thousands: \"'\"", "ORC1118")]
    [TestCase("style: jsonl, decimal: \",\"", "ORC1038")]
    [TestCase("style: jsonl, thousands: \"'\"", "ORC1038")]
    [TestCase("style: jsonl, nulls: [x]", "ORC1038")]
    public void What_no_file_can_be_is_refused_of_a_format(string format, string code) =>
        Assert.That(Codes(format, "dataType: date"), Is.EqualTo((string[])[code]));

    [TestCase("dataType: date, dateFormat: d.M.yyyy")]
    [TestCase("dataType: time(0), dateFormat: HH.mm")]
    [TestCase("dataType: datetimeoffset(0), dateFormat: \"d.M.yyyy HH:mm zzz\"")]
    [TestCase("nulls: [\"?\"]")]
    [TestCase("nulls: [\"?\"], targetExpression: \"upper(@@this)\"")]
    public void A_column_says_it_for_itself(string column) => Assert.That(Codes("field: \";\"", column), Is.Empty);

    [TestCase("dataType: date, dateFormat: HH.mm", "ORC1118")]
    [TestCase("dataType: date, dateFormat: d.M.yy", "ORC1118")]
    [TestCase("dataType: datetimeoffset(0), dateFormat: d.M.yyyy", "ORC1118")]
    [TestCase("dateFormat: d.M.yyyy", "ORC1038")]
    [TestCase("dataType: int, dateFormat: d.M.yyyy", "ORC1038")]
    [TestCase("dataType: date, dateFormat: d.M.yyyy, targetExpression: \"date(@@this)\"", "ORC1038")]
    [TestCase("dataType: date, dateFormat: d.M.yyyy, value: 2026-01-31", "ORC1038")]
    [TestCase("nulls: [\"a;b\"]", "ORC1118")]
    public void What_does_nothing_or_cannot_be_is_refused_of_a_column(string column, string code) =>
        Assert.That(Codes("field: \";\"", column), Is.EqualTo((string[])[code]));

    [TestCase("dataType: date, dateFormat: d.M.yyyy")]
    [TestCase("nulls: [\"?\"]")]
    public void Of_a_sheet_a_column_says_no_form_for_its_cells_have_their_own(string column) =>
        Assert.That(Codes("style: excel", column), Is.EqualTo((string[])["ORC1038"]));

    [TestCase("decimal: \",\"")]
    [TestCase("thousands: \"'\"")]
    [TestCase("dateFormat: d.M.yyyy")]
    [TestCase("timeFormat: HH.mm")]
    [TestCase("dateTimeFormat: \"d.M.yyyy HH:mm\"")]
    [TestCase("nulls: [x]")]
    [TestCase("encoding: windows-1252")]
    [TestCase("skipLines: 1")]
    [TestCase("comment: \"#\"")]
    [TestCase("quote: none")]
    [TestCase("shortRows: fill")]
    public void What_a_sheet_has_of_its_own_is_said_of_csv(string key)
    {
        var refused = Told($"style: excel, {key}", "dataType: date").Single(one => one.Code == "ORC1038");

        Assert.That(refused.Hint, Is.EqualTo("leave it out, or take style: csv"));
        Assert.That(refused.Message, Does.Contain("does nothing with style excel"));
    }

    [TestCase("source: Db", "target: Next", "ORC1038")]
    [TestCase("source: Db", "target: Out", null)]
    public void Of_tables_alone_nothing_is_written_in_a_form(string source, string target, string? code)
    {
        var solution = Solution.Replace("source: Files", source, StringComparison.Ordinal)
            .Replace("target: Db", target, StringComparison.Ordinal)
            .Replace("source: {file: a.csv, format: f}", "source: {name: a}", StringComparison.Ordinal);

        var codes = Codes("field: \";\"", "dataType: date, dateFormat: d.M.yyyy", solution);

        Assert.That(codes, Is.EqualTo(code is null ? [] : (string[])[code]));
    }

    private static string[] Codes(string format, string column, string solution = Solution) =>
        [.. Told(format, column, solution).Where(one => one.Severity == Severity.Error).Select(one => one.Code)];

    private static IReadOnlyList<Diagnostic> Told(string format, string column, string solution = Solution)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), solution
            .Replace("FORMAT", format, StringComparison.Ordinal)
            .Replace("COLUMN", column, StringComparison.Ordinal));

        return SolutionLoader.Load(folder.Path).Diagnostics;
    }
}
