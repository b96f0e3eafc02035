using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>The columns that loops ask of the rows of a variable. Each is called as the variable that it goes to; where
/// several loops take one column, as that of the first of them.</summary>
internal static class RowColumns
{
    /// <summary>The variables by the places of their columns; empty where no loop asks for any.</summary>
    public static SortedDictionary<int, VariableDraft> Of(TaskContext context, ImportedValue rows)
    {
        var found = new SortedDictionary<int, VariableDraft>();
        foreach (var loop in ModelWalk.Of(context.Package.Root).Where(each =>
            each.ForEach is { Kind: EnumeratorKind.Rows, Variable: var variable }
            && context.Values.Find(each.Path, variable) == rows))
        {
            foreach (var mapping in loop.ForEach!.Mappings)
            {
                if (context.Values.Find(loop.Path, mapping.Variable)?.Draft is { } draft)
                {
                    found.TryAdd(mapping.Index, draft);
                }
            }
        }

        return found;
    }
}
