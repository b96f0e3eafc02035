using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data;

namespace Orchestrator.Ledger.Tests;

/// <summary>What was written is read back, for any sequence of turns: against a plain model of the ledger.</summary>
internal sealed class RoundTripTests(Place place) : ConformanceFixture(place)
{
    private const int Packages = 12;

    private static readonly NodeState[] Ends =
        [NodeState.Succeeded, NodeState.Failed, NodeState.Cancelled, NodeState.Abandoned];

    private static int Seed =>
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 20310506;

    [Test]
    public void What_was_written_is_read_back([Range(0, 5)] int round) => Check(round);

    [Test]
    [Category("Full")]
    public void What_was_written_in_many_rounds_is_read_back([Range(6, 29)] int round) => Check(round);

    private void Check(int round)
    {
        var random = new Random(Seed + round);
        var expected = new Dictionary<long, AttemptRecord>();
        List<TransitionRecord> changes = [];
        var states = Enumerable.Repeat(NodeState.Pending, Packages + 1).ToArray();
        var numbers = new int[Packages + 1];
        var ids = new long[Packages + 1];
        var at = TimeSpan.Zero;
        using var run = Begin(packages: Packages);

        for (var turn = 0; turn < 40; turn++)
        {
            List<RunCommand> commands = [];
            List<AttemptResult> results = [];
            var who = random.Next(4) == 0 ? Text(random) : "";
            at += TimeSpan.FromMicroseconds(random.NextInt64(5_000_000));
            foreach (var node in Enumerable.Range(1, Packages).Where(_ => random.Next(4) == 0))
            {
                var from = states[node];
                var to = Next(from, random);
                var begins = to == NodeState.Running && from != NodeState.Running;
                numbers[node] += begins ? 1 : 0;
                var attempt = begins || from is NodeState.Running or NodeState.Cancelling ? numbers[node] : 0;
                var change = new RecordTransition(at, node, from, to, attempt, Text(random));
                commands.Add(change);
                changes.Add(new TransitionRecord(
                    changes.Count + 1, run.Number, node, attempt, from, to, Kept(change.Why), Kept(who), Began + at));
                states[node] = to;
                if (Ends.Contains(to) && attempt > 0)
                {
                    End(random, expected, ids[node], change, commands, results);
                }
                else if (to == NodeState.Cancelling)
                {
                    expected[ids[node]] = expected[ids[node]] with { State = to };
                }
            }

            var receipt = run.Writer.Record(new LedgerTurn { Commands = commands, Results = results, Who = who });
            foreach (var begun in receipt.Attempts)
            {
                ids[begun.Node] = begun.AttemptId;
                expected.Add(begun.AttemptId, new AttemptRecord
                {
                    Id = begun.AttemptId,
                    Run = run.Number,
                    Node = begun.Node,
                    Number = begun.Attempt,
                    State = NodeState.Running,
                    Started = Began + at,
                });
            }
        }

        using var reader = Read();
        var because = $"ORCHESTRATOR_TEST_SEED={Seed}, round {round}";
        Assert.That(reader.Attempts(run.Number), Is.EqualTo(expected.Values.OrderBy(one => one.Id)
            .Select(one => one with { Work = Kept(one.Work), Thread = Kept(one.Thread) })), because);
        Assert.That(reader.Nodes(run.Number).Select(node => node.State), Is.EqualTo(states), because);
        Assert.That(reader.Transitions(run.Number), Is.EqualTo(changes), because);
    }

    /// <summary>As it is kept: a text of PostgreSQL has no U+0000, so the sign for it stands there.</summary>
    private string Kept(string text) => Place == Place.PostgreSql ? text.Replace('\0', '\u2400') : text;

    private AttemptWork Kept(AttemptWork work) =>
        AttemptWork.Texts.Aggregate(work, (kept, fact) => fact.Into(kept, Kept(fact.Of(kept))));

    private static NodeState Next(NodeState from, Random random) => from switch
    {
        NodeState.Pending or NodeState.Failed => NodeState.Ready,
        NodeState.Ready => random.Next(3) == 0 ? NodeState.Ready : NodeState.Running,
        NodeState.Running when random.Next(4) == 0 => NodeState.Running,
        NodeState.Running when random.Next(4) == 0 => NodeState.Cancelling,
        NodeState.Running or NodeState.Cancelling => Ends[random.Next(Ends.Length)],
        _ => from,
    };

    private static void End(
        Random random, Dictionary<long, AttemptRecord> expected, long id, RecordTransition change,
        List<RunCommand> commands, List<AttemptResult> results)
    {
        if (expected[id].Ended is not null)
        {
            return;
        }

        var ended = expected[id] with
        {
            State = change.To,
            Ended = Began + change.At,
            Queued = Duration(random),
            Waiting = Duration(random),
            Working = Duration(random),
            Thread = Text(random),
            Work = Moved(random),
        };
        expected[id] = ended;
        commands.Add(new RecordTimes(change.Node, change.Attempt, ended.Queued, ended.Waiting, ended.Working,
            new Dictionary<WaitReason, TimeSpan> { [WaitReason.Gate] = ended.Queued }));
        results.Add(new AttemptResult
        {
            Node = change.Node,
            Attempt = change.Attempt,
            Thread = ended.Thread,
            Work = ended.Work,
        });
    }

    private static AttemptWork Moved(Random random)
    {
        var work = AttemptWork.Texts.Aggregate(new AttemptWork(), (told, fact) => fact.Into(told, Text(random)));
        return AttemptWork.Numbers.Aggregate(work, (told, fact) => fact.Into(told, random.NextInt64()));
    }

    private static TimeSpan Duration(Random random) => TimeSpan.FromMicroseconds(random.NextInt64(1L << 40));

    private static string Text(Random random) =>
        string.Concat(Enumerable.Range(0, random.Next(20)).Select(_ => "aZ0 '\";%\n\u001bé夜\U0001F600\0"
            .EnumerateRunes().ElementAt(random.Next(14)).ToString()));
}
