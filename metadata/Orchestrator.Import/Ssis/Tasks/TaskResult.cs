using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>What a task became.</summary>
/// <param name="Objects">Its objects; what comes before it is waited for by the first ones, what comes behind it waits
/// for the last ones.</param>
internal sealed record TaskResult(IReadOnlyList<ObjectDraft> Objects)
{
    /// <summary>Why there is nothing of it: it was dropped; null = it was not.</summary>
    public string? Dropped { get; init; }

    /// <summary>The object that it became a part of; null = none.</summary>
    public ObjectDraft? Folded { get; init; }

    /// <summary>What became of its components, where it is a data flow.</summary>
    public IReadOnlyList<Disposition> Components { get; init; } = [];

    /// <summary>Those that nothing of the task comes before.</summary>
    public IEnumerable<ObjectDraft> Firsts => Objects.Where(one =>
        one.DependsOn.All(each => each.Object is null || !Objects.Contains(each.Object)));

    /// <summary>Those that nothing of the task comes behind.</summary>
    public IEnumerable<ObjectDraft> Lasts => Objects.Where(one =>
        !Objects.SelectMany(each => each.DependsOn).Any(each => each.Object == one));
}
