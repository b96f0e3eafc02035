using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Metadata.Diff;

namespace Orchestrator.Cli.Solutions;

/// <summary>What differs between two plans; what drops, recreates or reloads is flagged.</summary>
internal static class DiffScreen
{
    private const int ValueColumnsMax = 60;

    public static IEnumerable<Line> Lines(string batch, string against, PlanDiff diff)
    {
        if (diff.IsEmpty || diff.OnlyOrderDiffers)
        {
            yield return diff.IsEmpty
                ? $"{batch} against {against}: no difference"
                : $"{batch} against {against}: only the declared order differs";
            yield break;
        }

        yield return new Line($"{batch} against {against}", Ink.Strong).Add($"  {diff.Added.Count} added, "
            + $"{diff.Removed.Count} removed, {diff.Changed.Count} changed, {diff.Moved.Count} moved");
        foreach (var line in FirstTurns(diff.Added, each => (each.What, each.Name), each =>
                [new Line("+ ", Ink.Good).Add($"{each.What} {each.Name}")])
            .Concat(FirstTurns(diff.Removed, each => (each.What, each.Name), each =>
                [new Line("- ", Ink.Bad).Add($"{each.What} {each.Name}")]))
            .Concat(FirstTurns(diff.Moved, each => (each.What, each.Name), each =>
                [new Line("> ", Ink.Warn).Add($"{each.What} {each.Name}  {each.From} → {each.To}")]))
            .Concat(FirstTurns(diff.Changed, each => (each.What, each.Name), Changed)))
        {
            yield return line;
        }
    }

    public static object Document(string batch, string against, PlanDiff diff) =>
        Document(null, batch, against, diff);

    /// <summary>The same as an event line.</summary>
    public static object Event(string batch, string against, PlanDiff diff) =>
        Document("difference", batch, against, diff);

    private static object Document(string? name, string batch, string against, PlanDiff diff) => new
    {
        schema_version = Json.SchemaVersion,
        @event = name,
        batch,
        against,
        is_same = diff.IsEmpty,
        only_order_differs = diff.OnlyOrderDiffers,
        old_hash = diff.OldHash,
        new_hash = diff.NewHash,
        added = diff.Added.Select(each => new { what = each.What, name = each.Name }),
        removed = diff.Removed.Select(each => new { what = each.What, name = each.Name }),
        moved = diff.Moved.Select(each => new { what = each.What, name = each.Name, from = each.From, to = each.To }),
        changed = diff.Changed.Select(each => new
        {
            what = each.What,
            name = each.Name,
            effects = Effects(each.Effects),
            values = each.Properties.Select(value =>
                new { key = value.Key, old = value.Old, @new = value.New, effects = Effects(value.Effects) }),
        }),
    };

    /// <summary>The lines of all entries, but of what stands in the turns of a loop only the first ones.</summary>
    private static IEnumerable<Line> FirstTurns<T>(IReadOnlyList<T> entries,
        Func<T, (string What, string Name)> nameOf, Func<T, IEnumerable<Line>> linesOf)
    {
        var turns = new Dictionary<(string What, string Name), int>();
        foreach (var entry in entries)
        {
            var (what, name) = nameOf(entry);
            var bare = LoopTemplates.BareName(name);
            var count = turns[(what, bare)] = name == bare ? 0 : turns.GetValueOrDefault((what, bare)) + 1;
            foreach (var line in count > LoopState.ListedMax ? [] : linesOf(entry))
            {
                yield return line;
            }
        }

        foreach (var (one, count) in turns.Where(one => one.Value > LoopState.ListedMax))
        {
            var more = Words.Count(count - LoopState.ListedMax, $"more {one.What}");
            yield return new Line($"  and {more} of {one.Name} (all with -o json)", Ink.Dim);
        }
    }

    private static IEnumerable<Line> Changed(DiffEntry entry)
    {
        yield return new Line("~ ", Ink.Warn).Add($"{entry.What} {entry.Name}").Add(Flags(entry.Effects), Ink.Bad);
        foreach (var line in FirstTurns(entry.Properties, value => ("value", value.Key), value =>
            [$"    {value.Key}: {Value(value.Old)} → {Value(value.New)}{Flags(value.Effects)}"]))
        {
            yield return line;
        }
    }

    private static string Value(string? value) => value is null ? "(default)" : Words.Fit(value, ValueColumnsMax);

    private static string Flags(ChangeEffects effects) =>
        effects == ChangeEffects.None ? "" : $"  [{string.Join(", ", Effects(effects))}]";

    private static IEnumerable<string> Effects(ChangeEffects effects) =>
        new[] { ChangeEffects.Drops, ChangeEffects.Recreates, ChangeEffects.Reloads }
            .Where(each => effects.HasFlag(each)).Select(each => each.ToString().ToLowerInvariant());
}
