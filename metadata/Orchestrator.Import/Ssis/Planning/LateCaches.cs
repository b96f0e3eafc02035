using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Lookups in caches: here they read what a cache is filled of when their own load runs. Where a table of it
/// may have changed since the package has filled it, somebody has to look.</summary>
/// <param name="context">The package.</param>
internal sealed class LateCaches(TaskContext context)
{
    private static readonly string[] Texts = ["SqlCommand", "OpenRowset", "TableOrViewName"];
    private static readonly string[] Changing = ["INSERT", "UPDATE", "DELETE", "MERGE", "EXEC", "EXECUTE", "CALL"];

    private readonly TouchedTables _touched = new(context);

    /// <summary>Tells of each flow that looks in one too late.</summary>
    public void Tell(IReadOnlyList<Step> all)
    {
        var fillings = all.Where(each => CachesOf(each, ComponentKind.CacheTransform).Any()).ToArray();
        foreach (var filling in fillings)
        {
            var filled = CachesOf(filling, ComponentKind.CacheTransform).ToHashSet(StringComparer.Ordinal);
            foreach (var looking in all.Where(each => CachesOf(each, ComponentKind.Lookup).Any(filled.Contains)))
            {
                if (looking.Objects().FirstOrDefault() is { } first
                    && all.FirstOrDefault(each => MayBeBetween(each, filling, looking) && Changes(each, filling))
                        is { } changing)
                {
                    first.Open.Add(new OpenEntry(looking.Path, new OpenReason(SsisOpenCodes.Flow,
                        $"it looks in a cache that was filled before '{changing.Executable.Name}' changed its table, "
                            + "and reads the table here: keep the rows in a table of their own first",
                        filling.Executable.Name, SsisOpenCodes.Hour)));
                }
            }
        }
    }

    private static IEnumerable<string> CachesOf(Step step, ComponentKind kind) => step.IsDisabled ? []
        : (step.Executable.DataFlow?.Components ?? []).Where(each => each.Kind == kind
                && (kind != ComponentKind.Lookup || each.Property("ConnectionType") == "1"))
            .SelectMany(each => each.Connections).Select(each => each.Connection);

    // What handles failures runs where the lookup does not.
    private static bool MayBeBetween(Step step, Step filling, Step looking) =>
        step is { IsDisabled: false, Result.Dropped: null } && step != filling && step != looking
        && !step.IsOfFailure
        && !StepOrder.Precedes(step, filling) && !StepOrder.Precedes(looking, step);

    private bool Changes(Step step, Step filling) => step.Executable.Kind switch
    {
        ExecutableKind.ExecuteSql when step.Executable.Sql is not null => Tables(filling).Any(each =>
            Statement(step, each.Table, each.There)),
        ExecutableKind.BulkInsert => Tables(filling).Any(each =>
            _touched.MayTouch(step, each.Table.Name, each.There)),
        _ => (step.Result?.Objects ?? []).Any(each => Target(each) is { } name && each.Writes is { } there
            && _touched.MayTouch(filling, name, there)),
    };

    private bool Statement(Step step, NamedTable table, ConnectionDraft there)
    {
        var text = SqlTargets.FixedText(context, step.Executable);
        return text is not null && EmptiedTables.Of(text) is { } emptied ? emptied.Any(each => each.Key == table.Key)
            : (text is null || StatementTokens.Of(text).Any(token => Changing.Any(token.Is)))
                && _touched.MayTouch(step, table.Name, there);
    }

    private static string? Target(ObjectDraft one) =>
        (one.Body.Find(each => each.Key == "target")?.Value as DraftMap)?.Text("name");

    // The tables that a cache is filled of.
    private List<(NamedTable Table, ConnectionDraft There)> Tables(Step filling)
    {
        List<(NamedTable Table, ConnectionDraft There)> found = [];
        foreach (var component in filling.Executable.DataFlow!.Components)
        {
            if (component.Connections is [var used, ..] && Database(used.Connection, filling.Path) is { } there)
            {
                found.AddRange(component.Properties.Where(each => Texts.Contains(each.Name))
                    .SelectMany(each => Read(each.Value)).Select(each => (each, there)));
            }
        }

        return found;
    }

    private ConnectionDraft? Database(string connection, string path)
    {
        try
        {
            return context.Database(connection, path);
        }
        catch (OpenException)
        {
            return null;
        }
    }

    private static IEnumerable<NamedTable> Read(string text)
    {
        if (NamedTable.Of(text) is { } alone)
        {
            return [alone];
        }

        var tokens = StatementTokens.Of(text);
        return Enumerable.Range(1, Math.Max(0, tokens.Count - 1))
            .Where(at => tokens[at - 1].Is("FROM") || tokens[at - 1].Is("JOIN"))
            .Select(at => NamedTable.Read(tokens, at)?.Table).OfType<NamedTable>();
    }
}
