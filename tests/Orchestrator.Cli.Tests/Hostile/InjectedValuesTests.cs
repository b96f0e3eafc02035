namespace Orchestrator.Cli.Tests.Hostile;

/// <summary>
/// Values that come from data as names, parameters and files: a canary table and a canary file stand after each,
/// whatever the value holds.
/// </summary>
[TestFixtureSource(typeof(CanaryNight), nameof(CanaryNight.Platforms))]
internal sealed class InjectedValuesTests(string platform)
{
    private const string Tables = "create table given (v longtext); create table kept (v longtext)";

    private static readonly bool IsFull = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") is "1";
    private static readonly string[] Platforms = [.. CanaryNight.Platforms];

    private CanaryNight _night = null!;

    // Each is a run of its own. So each platform has a third of the short ones, and all in the long proofs; those of a
    // loop, which are one run, it has in each: HostileTurnsTests.
    private IEnumerable<string> Odd =>
    [
        .. HostileTexts.Names.Where((_, place) =>
            IsFull || place % Platforms.Length == Array.IndexOf(Platforms, platform)),
        HostileTexts.Long,
    ];

    [SetUp]
    public void Make() => _night = new CanaryNight(platform, Tables);

    [TearDown]
    public void Remove() => _night.Dispose();

    [Test]
    public void A_value_is_a_parameter_and_one_name_or_none()
    {
        foreach (var value in Odd)
        {
            Give(value);
            var isName = value.Length < 1_000;
            if (isName)
            {
                _night.MakeTable(value);
            }

            var run = Run("get", "keep", "fill", "copied");

            var told = $"{value}: {run.Out}{run.Error}";
            Assert.That(_night.Ask("select count(*) from canary"), Is.EqualTo("1"), told);
            var kept = _night.Ask($"select count(*) from kept where v = {_night.Literal(value)}");
            Assert.That(kept, Is.EqualTo("1"), told);
            Assert.That(run.ExitCode, Is.EqualTo(isName ? 0 : 1), told);
            Assert.That(told.Contains("ORC3627", StringComparison.Ordinal), Is.EqualTo(!isName), told);
            Assert.That(_night.Ask("select count(*) from copied"), Is.EqualTo("1"), told);
        }
    }

    [Test]
    public void A_value_is_a_piece_of_one_file_or_none()
    {
        foreach (var value in Odd)
        {
            Give(value);
            var before = _night.Files();

            var run = Run("get", "written");

            var (told, made) = ($"{value}: {run.Out}{run.Error}", _night.Files().Except(before).ToArray());
            _night.AssertCanaries(told);
            Assert.That(told.Contains("ORC3628", StringComparison.Ordinal), Is.EqualTo(run.ExitCode != 0), told);
            Assert.That(made, Is.EqualTo(
                run.ExitCode == 0 ? [$"out/o_{value}.csv"] : Array.Empty<string>()), told);
        }
    }

    [Test]
    public void A_value_that_is_NULL_or_empty_is_no_name_and_no_file()
    {
        Give(null);
        var nothing = Run("get", "keep", "fill");
        Give("");
        var empty = Run("get", "written");

        Assert.That(nothing.Out + nothing.Error, Does.Contain("ORC3627").And.Contain("it is NULL"));
        Assert.That(empty.Out + empty.Error, Does.Contain("ORC3628").And.Contain("is empty"));
        Assert.That(_night.Ask("select count(*) from kept where v is null"), Is.EqualTo("1"));
        Assert.That(_night.Ask("select count(*) from canary"), Is.EqualTo("1"));
    }

    [Test]
    public void NULL_is_asked_for_without_a_type()
    {
        Give(null);

        var run = Run("get", "asked");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(_night.Ask("select v from kept"), Is.EqualTo("none"));
    }

    private Called Run(params string[] objects)
    {
        _night.Write($$"""
            formatVersion: 1
            solution: Odd
            connections:
              - {connection: Db, {{_night.Connection}} }
              - {connection: Out, platform: Files, folder: out}
            variables:
              - {variable: Odd, dataType: nvarchar(4000), scope: run}
            batches: [{batch: Nightly, projects: [P, F]}]
            projects:
              - project: P
                source: Db
                target: Db
                objects:
                  - {object: get, kind: sql, sql: select v as Word from given, sets: {Odd: Word} }
                  - {object: keep, kind: sql, sql: insert into kept (v) values (@Odd)}
                  - object: asked
                    kind: sql
                    sql: insert into kept (v) select case when @Odd is null then 'none' else 'some' end
                  - object: fill
                    kind: sql
                    dependsOn: [keep]
                    sql: "insert into ${name:Odd} (n) values (0); update ${name:Odd} set n = 1"
                  - {object: copied, source: {name: "${name:Odd}"}, dependsOn: [fill]}
              - project: F
                source: Db
                target: Out
                objects:
                  - {object: written, source: {name: canary}, target: {file: "o_${var:Odd}.csv"} }
            """);
        string[] call = ["run", .. objects.SelectMany(name => new[] { "-s", name })];
        return _night.Call(call);
    }

    private void Give(string? value)
    {
        var literal = value is null ? "NULL" : _night.Literal(value);
        _night.Execute($"delete from given; insert into given values ({literal})");
    }
}
