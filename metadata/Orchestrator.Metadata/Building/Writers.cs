using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>Tells each object that reads a table which object of the solution writes it.</summary>
internal static class Writers
{
    public static IReadOnlyList<Project> Name(IReadOnlyList<Project> projects)
    {
        var writers = projects.SelectMany(project => project.Objects).Where(one => one.IsLoad)
            .ToLookup(ProjectChecks.TableOf);
        return [.. projects.Select(project => project with
        {
            Objects = [.. project.Objects.Select(one => one.Source is { Name: not null } source
                && writers[(source.Connection, source.Schema, source.Name)].FirstOrDefault() is { } writer
                ? one with { Source = source with
                    { WrittenBy = new TableWriter(writer.Project, writer.Container, writer.Name) } }
                : one)],
        })];
    }
}
