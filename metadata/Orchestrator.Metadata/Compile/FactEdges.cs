using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// Draws the edges of facts: who reads a fact of a package waits until that has ended, however it does, and runs again
/// where that does.
/// </summary>
internal sealed class FactEdges(PlanDraft draft)
{
    // What is written elsewhere says who is over before whom, and so do edges of values.
    private readonly EndedBefore _before = new(draft);
    private readonly InstancesMeant _instances = new(draft);

    public static void Add(PlanDraft draft)
    {
        DraftNode[] readers = [.. draft.Nodes.Where(node => node.Definition is { Facts.Count: > 0 })];
        if (readers.Length == 0)
        {
            return;
        }

        var edges = new FactEdges(draft);
        // All are asked who is over before whom while no edge of a fact is drawn yet.
        var bound = readers.Select(reader => (Reader: reader, Subjects: edges.SubjectsOf(reader))).ToArray();
        foreach (var (reader, subjects) in bound)
        {
            edges.WaitFor(reader, subjects);
        }
    }

    private List<(string Written, DraftNode Subject)> SubjectsOf(DraftNode reader)
    {
        var found = new List<(string, DraftNode)>();
        foreach (var read in reader.Definition!.Facts.Where(one => !one.Fact.IsOfRun)
            .DistinctBy(one => one.Fact.Subject))
        {
            if (read.Fact.IsOfFailure)
            {
                CheckHandler(reader, read);
            }
            else if (Subject(reader, read) is { } subject)
            {
                found.Add((read.Fact.Subject, subject));
            }
        }

        return found;
    }

    private void WaitFor(DraftNode reader, List<(string Written, DraftNode Subject)> subjects)
    {
        foreach (var (_, subject) in subjects)
        {
            var readsRows = reader.Reads.Contains(subject.Index);
            if (!readsRows || !_before.Holds(subject, reader))
            {
                // Where it reads its rows, too, it is as if it depended on it.
                reader.Constraints.TryAdd(subject.Index, readsRows ? Outcome.Success : Outcome.Completion);
            }

            reader.Reads.Add(subject.Index);
        }

        reader.ReadsFacts = [.. subjects.Select(one => new FactSubject(one.Written, one.Subject.Index))];
    }

    // A hook says by itself what it handles.
    private void CheckHandler(DraftNode reader, FactRead read)
    {
        if (reader.Hooks is null && !reader.Constraints.ContainsValue(Outcome.Failure)
            && !reader.Any.Any(group => group.Any(one => one.Outcome == Outcome.Failure)))
        {
            draft.Error("ORC3606", read.At, $"{reader.Name} reads {read.Fact}, and is no handler of a failure",
                "Only who depends on something with outcome: Failure knows one; of a package write "
                + "${error:PACKAGE.code}.");
        }
    }

    private DraftNode? Subject(DraftNode reader, FactRead read)
    {
        var written = read.Fact.Subject;
        var name = written.Contains('/', StringComparison.Ordinal)
            ? written : $"{reader.Definition!.Project}/{written}";
        DraftNode[] meant = draft.Packages.TryGetValue(name, out var package) ? [package] : _instances.Of(reader, name);
        if (meant.Length != 1)
        {
            ReportMissing(read, reader, name, meant);
            return null;
        }

        if (meant[0] == reader || _before.Holds(reader, meant[0]) || draft.BarrierBetween(reader, meant[0]))
        {
            draft.Error("ORC3607", read.At, meant[0] == reader
                ? $"{reader.Name} reads {read.Fact}, a fact of its own, which is known when it has ended"
                : $"{reader.Name} reads {read.Fact}, and is always over before {meant[0].Name} has ended",
                "Read it behind that: at the same level or a later one.");
            return null;
        }

        if (LoopsAround.Between(meant[0], reader).FirstOrDefault() is { } loop)
        {
            draft.Error("ORC3607", read.At, $"{reader.Name} reads {read.Fact}, and {meant[0].Name} is there in each "
                + $"turn of {loop.Name}: nobody knows which of them is meant",
                "Read it in the same turn, or count what its turns have written.");
            return null;
        }

        return meant[0];
    }

    private void ReportMissing(FactRead read, DraftNode reader, string name, DraftNode[] several)
    {
        if (several.Length > 0)
        {
            draft.Error("ORC3607", read.At,
                $"{reader.Name} reads {read.Fact}, and forEach makes {several.Length} packages of {name}",
                $"Name one of them, as {several[0].Name}.");
            return;
        }

        draft.Error("ORC3607", read.At,
            $"{reader.Name} reads {read.Fact}, and batch {draft.Batch.Name} has no package {name}",
            "Write the name of an object of this project, or project/object.",
            Nearest.Find(name, draft.Packages.Keys));
    }
}
