using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Ledger.Purging;

namespace Orchestrator.Ledger.Tests;

/// <summary>The turns of a loop and their nodes are there with what each was given, in every place.</summary>
internal sealed class RecordedTurnTests(Place place) : ConformanceFixture(place)
{
    private static readonly SqlType Text = new(SqlTypeKind.NVarChar, 40);

    [Test]
    public void Turns_come_in_one_commit_with_their_nodes_and_come_back_as_they_were()
    {
        var plan = Plans.Of("Nightly", 3);
        using (var run = Begin(Location, plan))
        {
            var before = run.Writer.Commits;
            run.Writer.Record(Turns.Of(
                new RecordExpansion(TimeSpan.Zero, 0, [Turn(plan, "DE"), Turn(plan, "a\tb")])));
            Assert.That(run.Writer.Commits - before, Is.EqualTo(1));
        }

        using var reader = Read();
        Assert.That(reader.Turns(1).Select(turn => (turn.Loop, turn.Number, turn.Key, turn.IsSensitive)),
            Is.EqualTo(new[] { (0, 1, "DE", false), (0, 2, "a%09b", false) }));
        Assert.That(reader.Turns(1)[1].Row, Is.EqualTo(Given("a\tb", 2).Row));
        Assert.That(reader.Nodes(1).Where(node => node.Template >= 0).Select(node => (node.Name, node.Template)),
            Is.EqualTo(new[] { ("P/C[DE]", 0), ("P/C[a%09b]", 0) }));
        Assert.That(reader.Nodes(1).Any(node => node.IsTemplate), Is.False);
    }

    [Test]
    public void They_go_with_their_run()
    {
        RecordOnce();
        RunAll(1);
        RunAll(1);
        var limits = new PurgeLimits("default", Began.AddDays(1), Began.AddDays(1));
        var work = LedgerPurge.Look(Location, TimeProvider.System, limits)!;

        LedgerPurge.Do(Location, TimeProvider.System, work, _ => { }, CancellationToken.None);

        using var reader = Read();
        Assert.That((reader.Attempt(1), reader.Turns(1).Count), Is.EqualTo(((AttemptRecord?)null, 0)));
    }

    [Test]
    public void They_are_in_a_backup_and_come_back_with_it()
    {
        var file = Path.Combine(Folder, "copy", "ledger.db");
        RecordOnce();
        LedgerBackup.Make(Location, file, "user", TimeProvider.System);
        RecordOnce();

        LedgerBackup.Restore(Location, file, TimeProvider.System);

        using var reader = Read();
        Assert.That(reader.Turns(1).Select(turn => turn.Key), Is.EqualTo(new[] { "DE", "a%09b" }));
        Assert.That(reader.Nodes(1).Select(node => node.Template), Is.EqualTo(new[] { -1, -1, -1, -1, 0, 0 }));
        Assert.That(reader.Turns(2), Is.Empty);
    }

    private void RecordOnce()
    {
        var plan = Plans.Of("Nightly", 3);
        using var run = Begin(Location, plan);
        run.Writer.Record(Turns.Running(1));
        run.Writer.Record(Turns.Of(new RecordExpansion(TimeSpan.Zero, 0, [Turn(plan, "DE"), Turn(plan, "a\tb")])));
        run.Writer.Record(Turns.Succeeded(1, TimeSpan.FromSeconds(1)));
        run.Writer.Record(Turns.End(RunVerdict.Succeeded));
    }

    private static GrownTurn Turn(Plan plan, string value)
    {
        var number = value == "DE" ? 1 : 2;
        var given = Given(value, number);
        var node = new PlanNode
        {
            Index = plan.Nodes.Count + number - 1,
            Kind = NodeKind.Container,
            Name = $"P/C[{given.Key}]",
            Parent = 0,
            Turns = [given],
        };
        return new GrownTurn(given, [new GrownNode(node, 0)]);
    }

    private static GivenTurn Given(string value, int number) =>
        RunValueType.TryRows([new RunColumn("Code", Text)], out var type, out var problem)
        && RunValue.TryMake(type, [[value]], out var rows, out problem)
            ? new GivenTurn(0, "C", number, TurnKeys.Of(rows, [0])[0], type.Columns, rows.Rows[0])
            : throw new ArgumentException(problem);
}
