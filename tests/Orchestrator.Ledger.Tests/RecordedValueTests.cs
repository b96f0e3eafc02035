using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Ledger.Purging;

namespace Orchestrator.Ledger.Tests;

/// <summary>What packages have set is there with their success, in every place, and goes with the attempt.</summary>
internal sealed class RecordedValueTests(Place place) : ConformanceFixture(place)
{
    private static readonly RunVariable[] Variables =
    [
        new("Cutoff", OfOne("datetime2(3)")),
        new("Word", OfOne("nvarchar(max)")),
        new("Secret", OfOne("nvarchar(40)"), IsSensitive: true),
        new("Regions", Rows(("Code", "char(2)"), ("Db \"x\"", "nvarchar(128)"))),
    ];

    [Test]
    public void Values_are_recorded_in_the_commit_that_records_the_success()
    {
        using (var run = BeginSetting())
        {
            run.Writer.Record(Turns.Running(1));
            var before = run.Writer.Commits;
            run.Writer.Record(Set(1, (0, [["2026-11-27 10:00"]]), (2, [["hush"]])));
            Assert.That(run.Writer.Commits - before, Is.EqualTo(1));
        }

        using var reader = Read();
        Assert.That(reader.Values(1), Is.EqualTo(new[]
        {
            new RunValueRecord(1, 1, "Cutoff", Value(0, [["2026-11-27 10:00"]]), IsSensitive: false),
            new RunValueRecord(1, 1, "Secret", Value(2, [["hush"]]), IsSensitive: true),
        }));
        Assert.That(reader.ValuesOf(1), Is.EqualTo(reader.Values(1)));
        Assert.That(reader.ValuesOf(2), Is.Empty);
    }

    [TestCase("")]
    [TestCase(" ")]
    [TestCase("NULL")]
    [TestCase("\\N")]
    [TestCase("a\tb\r\nc\0d")]
    [TestCase("it's '' ]] \" ; -- /*")]
    [TestCase("\u2019\u0301\u2028")]
    [TestCase("\U0001F600")]
    [TestCase("?1 $1 @p1 {count}")]
    [TestCase(null)]
    public void A_text_comes_back_as_it_was(string? text)
    {
        using (var run = BeginSetting())
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Set(1, (1, [[text]]), (3, [["DE", text], ["AT", null]])));
        }

        using var reader = Read();
        var values = reader.Values(1);
        Assert.That(values.Single(one => one.Variable == "Word").Value.Scalar?.Text, Is.EqualTo(text));
        Assert.That(
            values.Single(one => one.Variable == "Regions").Value.Rows.Select(row => row[1]?.Text),
            Is.EqualTo(new[] { text, null }));
    }

    [Test]
    public void Halves_of_characters_many_rows_and_none_come_back_as_they_were()
    {
        IReadOnlyList<IReadOnlyList<string?>> many =
            [.. Enumerable.Range(0, 5000).Select(row => (string?[])["DE", $"db {row}"])];
        using (var run = BeginSetting())
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Turns.Running(2));
            run.Writer.Record(Set(1, (1, [["\ud83d!"]]), (3, many)));
            run.Writer.Record(Set(2, (3, [])));
        }

        using var reader = Read();
        Assert.That(reader.ValuesOf(1).Select(one => one.Value),
            Is.EqualTo(new[] { Value(3, many), Value(1, [["\ud83d!"]]) }));
        Assert.That(reader.ValuesOf(2).Single().Value.Rows, Is.Empty);
    }

    [Test]
    public void Each_attempt_has_its_own()
    {
        using (var run = BeginSetting())
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Set(1, (1, [["first"]])));
        }

        using (var run = BeginSetting())
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Set(1, (1, [["second"]])));
        }

        using var reader = Read();
        Assert.That(reader.ValuesOf(1).Single().Value.ToString(), Is.EqualTo("first"));
        Assert.That(reader.Values(2).Single().Value.ToString(), Is.EqualTo("second"));
    }

    [Test]
    public void What_a_success_has_set_that_is_lost_is_told_no_more()
    {
        using (var run = BeginSetting())
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Set(1, (1, [["gone"]])));
            run.Writer.Record(Turns.Of([Turns.Transition(1, NodeState.Succeeded, NodeState.Failed, 1, 3)]));
        }

        using var reader = Read();
        Assert.That(reader.Values(1), Is.Empty);
    }

    [Test]
    public void They_go_with_their_attempts()
    {
        SetOnce();
        RunAll(1);
        RunAll(1);
        var limits = new PurgeLimits("default", Began.AddDays(1), Began.AddDays(1));
        var work = LedgerPurge.Look(Location, TimeProvider.System, limits)!;

        LedgerPurge.Do(Location, TimeProvider.System, work, _ => { }, CancellationToken.None);

        using var reader = Read();
        Assert.That(reader.Attempt(1), Is.Null);
        Assert.That(reader.Values(1), Is.Empty);
    }

    [Test]
    public void They_are_in_a_backup_and_come_back_with_it()
    {
        var file = Path.Combine(Folder, "copy", "ledger.db");
        SetOnce();
        LedgerBackup.Make(Location, file, "user", TimeProvider.System);
        using (var copy = LedgerReader.Open(new LedgerLocation(file), TimeProvider.System)!)
        {
            Assert.That(copy.Values(1).Single().Value, Is.EqualTo(Value(1, [["a\tb"]])));
        }

        SetOnce();
        LedgerBackup.Restore(Location, file, TimeProvider.System);

        using var reader = Read();
        Assert.That(reader.Values(1).Single().Value, Is.EqualTo(Value(1, [["a\tb"]])));
        Assert.That(reader.Values(2), Is.Empty);
    }

    private void SetOnce()
    {
        using var run = BeginSetting();
        run.Writer.Record(Turns.Running(1));
        run.Writer.Record(Set(1, (1, [["a\tb"]])));
        run.Writer.Record(Turns.End(RunVerdict.Succeeded));
    }

    private RunUnderTest BeginSetting() =>
        Begin(Location, Plans.Of("Nightly", 3) with { Variables = Variables });

    private static LedgerTurn Set(
        int node, params (int Variable, IReadOnlyList<IReadOnlyList<string?>> Rows)[] values) => Turns.Of(
        [
            .. values.Select(one => new RecordValue(
                TimeSpan.FromSeconds(2), node, 1, one.Variable, Value(one.Variable, one.Rows))),
            Turns.Transition(node, NodeState.Running, NodeState.Succeeded, 1, 2),
        ]);

    private static RunValue Value(int variable, IReadOnlyList<IReadOnlyList<string?>> rows) =>
        RunValue.TryMake(Variables[variable].Type, rows, out var made, out var problem)
            ? made : throw new ArgumentException(problem);

    private static RunValueType OfOne(string type) => RunValueType.TryOf(Parsed(type), out var made, out var problem)
        ? made : throw new ArgumentException(problem);

    private static RunValueType Rows(params (string Name, string Type)[] columns) =>
        RunValueType.TryRows(
            [.. columns.Select(column => new RunColumn(column.Name, Parsed(column.Type)))],
            out var made, out var problem)
            ? made : throw new ArgumentException(problem);

    private static SqlType Parsed(string type) => SqlType.TryParse(type, out var known, out var problem)
        ? known : throw new ArgumentException(problem);
}
