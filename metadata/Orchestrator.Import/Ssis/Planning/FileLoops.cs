using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>A loop over files around one load of them: the load takes all files of the pattern by itself.</summary>
internal static class FileLoops
{
    private const string SourceKey = "source";

    /// <summary>Lets the load of such a loop read the pattern; its container stays, and is a loop no more.</summary>
    /// <param name="context">The package.</param>
    /// <param name="step">The loop.</param>
    public static void Fold(TaskContext context, Step step)
    {
        if (step is not { Loop: { Loop: { } loop } container, Children: [{ IsDisabled: false } only] }
            || step.Executable.ForEach is not { Kind: EnumeratorKind.Files } || step.Executable.Handlers.Count > 0
            || loop.Text("files") is not { } pattern || loop.Text("within") is not null
            || loop.Text("variable") is not { } variable
            || only.Result is not { Objects: [{ Kind: null, Open.Count: 0 } load] }
            || only.Executable.Handlers.Count > 0)
        {
            return;
        }

        var at = load.Body.FindIndex(each => each.Key == SourceKey);
        if (at < 0 || load.Body[at].Value is not DraftMap source
            || source.Text(DraftKinds.Files) != $"${{var:{variable}}}" || Names(load, at, variable)
            || load.Reads is not { IsFolder: true } folder)
        {
            return;
        }

        // No file is no turn there, and no mistake here.
        load.Reads = context.Connections.Each(folder);
        if (source.Text("format") is { } format)
        {
            load.Reads.Formats[format] = folder.Formats[format];
        }

        load.Body[at] = new(SourceKey, DraftMap.Of([.. source.Entries.SelectMany(each => Read(each, pattern))]));
        load.From.Add($"{step.Path} (a loop over its files)");
        container.Loop = null;
        step.Place!.Projects.Take(container);
        step.Loop = null;
        step.Result = new TaskResult([]) { Folded = load };
    }

    private static IEnumerable<DraftEntry?> Read(DraftEntry said, string pattern) =>
        said.Key == DraftKinds.Files ? [DraftEntry.Of(said.Key, pattern), DraftMask.Case(pattern)] : [said];

    // Whether the file's name is asked for elsewhere, as in a column.
    private static bool Names(ObjectDraft load, int source, string variable)
    {
        var rest = DraftYaml.Of(new DraftMap([.. load.Body.Where((_, place) => place != source)]));
        return rest.Contains($"${{var:{variable}}}", StringComparison.Ordinal)
            || rest.Contains($"@{variable}", StringComparison.Ordinal);
    }
}
