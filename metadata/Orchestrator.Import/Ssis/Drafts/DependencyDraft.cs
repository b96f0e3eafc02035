namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>What something waits for: an object, a container, or all of a project.</summary>
/// <param name="Object">The object; null where it is something else.</param>
/// <param name="Container">The container; null where it is something else.</param>
/// <param name="Outcome">How it has to end.</param>
internal sealed record DependencyDraft(ObjectDraft? Object, ContainerDraft? Container, DraftOutcome Outcome)
{
    /// <summary>The condition that has to hold besides; null = none.</summary>
    public string? When { get; init; }

    /// <summary>Of which group one is enough; 0 = all that have it must hold.</summary>
    public int AnyOf { get; init; }

    /// <summary>The whole project; null where it is a part of one.</summary>
    public ProjectDraft? Whole { get; init; }

    public ProjectDraft Project => Object?.Project ?? Container?.Project ?? Whole!;

    /// <summary>Whether it holds as soon as what it names has ended well, and nothing else is asked.</summary>
    public bool IsPlain => Outcome == DraftOutcome.Success && When is null && AnyOf == 0;

    /// <summary>As it is written in an object of a project.</summary>
    public DraftPart Node(ProjectDraft reader)
    {
        var own = Object?.Name ?? Container?.Name;
        var name = own is null ? Project.Name : Project == reader ? own : $"{Project.Name}/{own}";
        return Object is not null && Outcome == DraftOutcome.Success && When is null ? new DraftText(name)
            : DraftMap.Of(
                DraftEntry.Of(Object is not null ? "object" : own is null ? "project" : "container", name),
                DraftEntry.If(Outcome != DraftOutcome.Success, "outcome", DraftPart.Of(Outcome.ToString())),
                DraftEntry.Maybe("when", When));
    }
}

/// <summary>How something ended that is waited for.</summary>
internal enum DraftOutcome { Success, Failure, Completion }
