using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>What columns with `targetExpression` need, found in the metadata alone.</summary>
internal static class ExpressionChecks
{
    /// <summary>All of it.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="platform">Platform of the target; null = files.</param>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, IPlatform? platform) =>
        definition.Columns.Where(column => column.TargetExpression is not null)
            .Select(column => (column.At, Text: Mistake(definition, column, platform)))
            .Where(each => each.Text is not null)
            .Select(each => NameChecks.Error("ORC1335", each.At, each.Text!.Value.Mistake, each.Text.Value.Hint));

    private static (string Mistake, string Hint)? Mistake(
        ObjectDefinition definition, ColumnDefinition column, IPlatform? platform)
    {
        var (name, load) = ($"`targetExpression` of '{column.Name}'", definition.Load);
        var redirects = definition.Errors.OnError.Value == Policy.Redirect;
        return platform is null
            ? ($"{name} is SQL of the target, and a file knows no SQL.", "Compute it where the rows are read.")
        : load.Pattern.Value == LoadPattern.DropAndReload || load.Swap.Value is Swap.Shadow or Swap.InPlace
            ? ($"{name} cannot be with "
                + (load.Pattern.Value == LoadPattern.DropAndReload ? "DropAndReload"
                    : $"`swap: {Word(load.Swap.Value)}`")
                + ": rows are computed on their way from a load table into the target.",
                "Use TruncateInsert with `swap: transaction` or `auto`.")
        : load.SplitBy.Value is not null
            ? ($"{name} cannot be with `splitBy`: rows are staged in one stream.", "Take one of the two out.")
        : redirects && platform.Abilities.EndsAtConversions
            ? ($"{name} cannot be with `onError: redirect` on {platform.Name}: a value that cannot be converted ends "
                + "the whole transaction there, so that its row cannot be looked for.",
                "Write `onError: fail`, and try_cast or try_convert where a value may be none.")
        : redirects && HasWindow(column.TargetExpression!, platform.Dialect)
            ? ($"{name} cannot have OVER with `onError: redirect`: rows are computed in parts where one is refused, "
                + "and a window would see its part alone.",
                "Write `onError: fail`, or compute it in the next stage.")
        : column.DataType is not { } type
            ? ($"{name} has no type to return: the column of the source tells only that of the staged value.",
                "Give the column a `dataType`.")
        : platform.Dialect.ComputeRefusal(platform.Dialect.Kept(type)) is { } why
            ? ($"{name} cannot be: whether a result would become another in it nobody could tell, for {why}.",
                "Give the column another `dataType`, or compute it in the next stage.")
        : load.Range.Value is { } range && range.Column == column.Name
            ? ($"{name} cannot be: rows are held against the range before they are computed.",
                "Give the range another column.")
        : null;
    }

    private static bool HasWindow(string sql, Dialect dialect)
    {
        var isOver = false;
        for (int place = 0, length; place < sql.Length; place += length)
        {
            length = dialect.TokenLength(sql, place);
            var token = sql.AsSpan(place, length);
            if (token.IsWhiteSpace() || token.StartsWith("--") || token.StartsWith("/*"))
            {
                continue;
            }

            if (isOver && token is "(")
            {
                return true;
            }

            isOver = token.Equals("OVER", StringComparison.OrdinalIgnoreCase);
        }

        return false;
    }

    private static string Word(Swap swap) => swap == Swap.InPlace ? "inPlace" : "shadow";
}
