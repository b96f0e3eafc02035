using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Where the objects of a task go: into which project and container.</summary>
/// <param name="projects">The projects of the package.</param>
internal sealed class TaskPlace(ProjectTable projects)
{
    public ProjectTable Projects => projects;

    /// <summary>The container of the loop that it stands in; null = it stands in none.</summary>
    public ContainerDraft? Loop { get; init; }

    /// <summary>The sequence that it stands in: its path and name; empty = none.</summary>
    public (string Path, string Name) Sequence { get; init; } = ("", "");

    /// <summary>The project that reads the one and writes the other connection, for objects that cannot say where they
    /// work.</summary>
    /// <exception cref="OpenException">They stand in a loop of another project.</exception>
    public ProjectDraft Project(ConnectionDraft? source, ConnectionDraft target) =>
        Loop is { Project: var project } && (project.Target != target
            || (source is not null && project.Source is { } other && other != source))
            ? throw new OpenException(SsisOpenCodes.Loop,
                "a loop has the connections of one project, and this task of it has others", target.Name,
                SsisOpenCodes.Hour)
            : Within(source, target);

    /// <summary>The same for objects that say where they work: in a loop it is that of the loop, whatever it reads and
    /// writes.</summary>
    public ProjectDraft Within(ConnectionDraft? source, ConnectionDraft target)
    {
        if (Loop is not { } loop)
        {
            return projects.For(source, target);
        }

        loop.Project.Source ??= source;
        return loop.Project;
    }

    /// <summary>The project of what uses no database of its own.</summary>
    public ProjectDraft Any() => Loop?.Project ?? projects.Main();

    /// <summary>Puts objects where they belong.</summary>
    public void Settle(IEnumerable<ObjectDraft> objects)
    {
        foreach (var one in objects)
        {
            one.Container = Loop ?? (Sequence.Path.Length == 0 ? null
                : projects.Container(one.Project, Sequence.Path, Sequence.Name));
        }
    }
}
