using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>The connections that a package or a loop works with: those of its first flow, else of its first statement.
/// </summary>
internal sealed class FirstEnds(TaskContext context)
{
    /// <summary>The project of these connections; null = there is neither a flow nor a statement.</summary>
    /// <param name="step">The package or loop.</param>
    /// <param name="place">Where its objects go.</param>
    /// <param name="files">The folder of the files that a loop runs over; null = it runs over none.</param>
    public ProjectDraft? Project(Step step, TaskPlace place, ConnectionDraft? files)
    {
        var within = step.All().Where(each => !each.IsDisabled).ToArray();
        foreach (var flow in within.Where(each => each.Executable.DataFlow is not null))
        {
            var ends = flow.Executable.DataFlow!.Components.SelectMany(each => each.Connections.Select(use =>
                (IsSource: each.Inputs.Count == 0, Found: End(use.Connection, flow.Path, files)))).ToArray();
            if (ends.FirstOrDefault(each => !each.IsSource && each.Found is not null).Found is { } target)
            {
                var source = ends.FirstOrDefault(each => each.IsSource && each.Found is not null).Found;
                return place.Within(source, target);
            }
        }

        return within.Select(each => each.Executable.Sql?.Connection ?? each.Executable.BulkInsert?.Connection)
            .Select(name => name is null ? null : End(name, step.Path, null))
            .FirstOrDefault(each => each is { IsFolder: false }) is { } first ? place.Within(null, first) : null;
    }

    private ConnectionDraft? End(string name, string path, ConnectionDraft? files)
    {
        if (context.Find(name) is not { } found)
        {
            return null;
        }

        switch (found.Kind)
        {
            case ConnectionManagerKind.OleDb or ConnectionManagerKind.AdoNet or ConnectionManagerKind.Odbc:
                try
                {
                    return context.Database(name, path);
                }
                catch (OpenException)
                {
                    return null;
                }

            case ConnectionManagerKind.FlatFile or ConnectionManagerKind.Excel:
                var said = found.Expressions.FirstOrDefault(TaskPaths.IsPath);
                var text = said is null ? found.Path
                    : context.Values.Constant(path, said.Expression) is { } constant
                        && ImportedTypes.Text(constant) is { } known ? TaskPaths.PathOf(found, said, known) : null;
                return text is null ? files
                    : context.Connections.Folder(FilePlace.Of(text).Folder, context.Package.File);
            default:
                // What is no database is no provider that nobody knows.
                return null;
        }
    }
}
