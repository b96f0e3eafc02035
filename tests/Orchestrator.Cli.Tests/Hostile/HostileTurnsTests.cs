namespace Orchestrator.Cli.Tests.Hostile;

/// <summary>
/// Rows of a loop that come from data, whatever they hold: one night has a turn for each, and a canary table and a
/// canary file stand behind it.
/// </summary>
[TestFixtureSource(typeof(CanaryNight), nameof(CanaryNight.Platforms))]
internal sealed class HostileTurnsTests(string platform)
{
    private const string Tables = "create table given (n int, v longtext); create table kept (v longtext)";

    private CanaryNight _night = null!;

    [SetUp]
    public void Make()
    {
        _night = new CanaryNight(platform, Tables);
        foreach (var (place, value) in HostileTexts.All.Index())
        {
            _night.Execute($"insert into given values ({place}, {_night.Literal(value)})");
        }
    }

    [TearDown]
    public void Remove() => _night.Dispose();

    [Test]
    public void Each_is_a_parameter_one_name_and_one_key()
    {
        foreach (var value in HostileTexts.All)
        {
            _night.MakeTable(value);
        }

        Solution("""
            - {object: keep, kind: sql, container: Per, sql: insert into kept (v) values (@Word)}
            - object: fill
              kind: sql
              container: Per
              dependsOn: [keep]
              sql: "insert into ${name:Word} (n) values (7); update ${name:Word} set n = n + 1"
            - object: counted
              container: Per
              dependsOn: [fill]
              source: {query: "select n from ${name:Word} where '@Word' <> @Word and n = 8"}
              columns: [{column: n, dataType: int}]
              load: {pattern: Append}
            """);

        var run = _night.Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        _night.AssertCanaries();
        foreach (var value in HostileTexts.All)
        {
            // As bytes: some collations take one quote for another.
            var literal = _night.Literal(value);
            var isIt = platform == "MariaDb" ? $"binary v = binary {literal}" : $"v = {literal}";
            Assert.That(_night.Ask($"select count(*) from kept where {isIt}"), Is.EqualTo("1"), value);
        }

        Assert.That(_night.Ask("select count(*) from kept"), Is.EqualTo($"{HostileTexts.All.Count}"));
        Assert.That(_night.Ask("select count(*) from counted where n = 8"), Is.EqualTo($"{HostileTexts.All.Count}"));
        var turns = _night.Call("status", "latest", "--turns");
        AssertHarmless(run, turns, _night.Call("status", "latest"), _night.Call("logs"),
            _night.Call("status", "latest", "-o", "json"));
        AssertReport();
        var packages = LedgerTables.Rows(
            _night.Path, "select name from nodes where kind = 'Package' and name like 'P/keep[%' order by name");
        Assert.That(packages, Has.Count.EqualTo(HostileTexts.All.Count).And.Unique);
        // What needs quotes in a shell, or is another thing in a page, is nowhere in a key.
        Assert.That(packages.Where(name => !name["P/keep[".Length..^1].All(IsOfKey)), Is.Empty);
        foreach (var package in packages)
        {
            Assert.That(turns.Out, Does.Contain(package.Replace("P/keep", "P/Per", StringComparison.Ordinal)));
        }

        var one = packages.First(name => name.Contains("script", StringComparison.Ordinal));
        Assert.That(_night.Call("history", one).ExitCode, Is.Zero);
    }

    [Test]
    public void Each_is_a_piece_of_one_file_or_none()
    {
        Solution("- {object: keep, kind: sql, container: Per, sql: insert into kept (v) values (@Word)}", """
              - project: F
                source: Db
                target: Out
                containers:
                  - {container: Each, forEach: {rows: Words} }
                  - {container: Own, forEach: {rows: Words} }
                objects:
                  - object: written
                    container: Each
                    source: {name: canary}
                    target: {file: "o_${var:Word}.csv"}
                  - object: removed
                    kind: file
                    container: Own
                    file: {connection: Out, delete: "${var:Word}", onNone: skip}
            """);

        var run = _night.Call("run");

        _night.AssertCanaries();
        AssertHarmless(run);
        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(run.Out + run.Error, Does.Contain("ORC3524"));
        Assert.That(_night.Files(), Is.EquivalentTo(
            HostileTexts.All.Where(IsPiece).Select(value => $"out/o_{value}.csv")
                .Concat(["canary.csv", "out/canary.csv"])));
    }

    private static bool IsOfKey(char one) =>
        char.IsAsciiLetterOrDigit(one) || one is '_' or '.' or '-' or '%' or '~' or '#';

    // By a rule of the tests' own: what Windows, Linux and macOS keep, and no path and no pattern.
    private static bool IsPiece(string value) => !value.Any(char.IsControl)
        && !value.Any(one => "<>:\"|?*\\/".Contains(one, StringComparison.Ordinal))
        && !value.Contains("..", StringComparison.Ordinal)
        && !value.Contains("${", StringComparison.Ordinal);

    private void Solution(string objects, string projects = "")
    {
        var more = string.Concat(objects.Split('\n').Where(line => line.Length > 0).Select(line => $"      {line}\n"));
        _night.Write($$"""
            formatVersion: 1
            solution: Turns
            connections:
              - {connection: Db, {{_night.Connection}} }
              - {connection: Out, platform: Files, folder: out}
            variables:
              - {variable: Words, scope: run, rows: {Word: nvarchar(4000)} }
            batches: [{batch: Nightly, projects: [P{{(projects.Length > 0 ? ", F" : "")}}]}]
            projects:
              - project: P
                source: Db
                target: Db
                containers:
                  - {container: First, level: 10}
                  - {container: Per, level: 20, forEach: {rows: Words, turns: Linear} }
                objects:
                  - object: get
                    kind: sql
                    container: First
                    sql: select v as Word from given order by n
                    sets: {Words: rows}

            """ + more + projects);
    }

    private static void AssertHarmless(params Called[] calls)
    {
        foreach (var text in calls.Select(called => called.Out + called.Error))
        {
            Assert.That(text.Where(one => one != '\n' && (char.IsControl(one) || one is '\u202E' or '\u2028')),
                Is.Empty, text);
        }
    }

    private void AssertReport()
    {
        var file = Path.Combine(_night.Path, "report.html");
        var written = _night.Call("report", "latest", "--file", file);
        Assert.That(written.ExitCode, Is.Zero, written.Error);
        var page = File.ReadAllText(file);
        File.Delete(file);
        Assert.That(page, Does.Not.Contain("<script>alert"));
        Assert.That(page.ToCharArray(), Has.None.AnyOf('\u001b', '\u202E'));
    }
}
