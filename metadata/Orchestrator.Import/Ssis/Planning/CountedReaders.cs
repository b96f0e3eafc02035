using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>What reads in a statement how many rows a flow has moved.</summary>
/// <param name="plan">The package.</param>
internal sealed class CountedReaders(PackagePlan plan)
{
    /// <summary>Tells each reader whose rows its values count, now that all loads are known, and all objects
    /// that reckon conditions.</summary>
    public void Tell()
    {
        var steps = plan.All().ToLookup(each => each.Path, StringComparer.Ordinal);
        foreach (var of in plan.Context.Facts.Select(each => (each.Reader, each.Value, Rows: Counted(each, steps)))
            .Where(each => each.Rows is not null).GroupBy(each => each.Reader))
        {
            of.Key.Body.Add(new("facts", new DraftMap([.. of.Select(each =>
                DraftEntry.Of(each.Value.Draft!.Name, each.Rows!.Fact(of.Key.Project)))])));
        }
    }

    // Of several flows that count into one variable the last before who reads it, where all others are surely before
    // that one or behind the reader.
    private CountedRows? Counted((ObjectDraft Reader, ImportedValue Value) read, ILookup<string, Step> steps)
    {
        if (plan.Context.Counted.TryGetValue(read.Value, out var only))
        {
            return only;
        }

        if (!plan.Context.CountedApart.TryGetValue(read.Value, out var apart) || read.Reader.From is not [var path, ..]
            || steps[path].FirstOrDefault() is not { } reader
            || apart.DistinctBy(each => each.Flow).Count() != apart.Count)
        {
            return null;
        }

        var before = apart.Where(each => steps[each.Flow].Any(flow => StepOrder.Precedes(flow, reader))).ToArray();
        var last = before.FirstOrDefault(each => before.All(other => other.Flow == each.Flow
            || StepOrder.Precedes(steps[other.Flow].First(), steps[each.Flow].First())));
        return apart.Except(before).All(each => steps[each.Flow].Any(flow => StepOrder.Precedes(reader, flow)))
            ? last.Rows : null;
    }
}
