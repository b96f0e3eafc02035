namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>An INSERT of one row of values, which are reckoned of nothing but parameters and functions.</summary>
/// <param name="Head">Up to the columns that it names.</param>
/// <param name="Values">What stands between the brackets behind VALUES.</param>
internal sealed record WrittenInsert(string Head, string Values)
{
    /// <summary>The statement; null of any other, and of one whose values are asked of a table.</summary>
    public static WrittenInsert? Of(string written)
    {
        var words = SqlWords.Of(written).ToList();
        var values = words.FindIndex(each => each.Is("VALUES"));
        if (words.Count == 0 || words[0].Text != "INSERT" || values < 1 || values + 2 >= words.Count
            || words.Exists(each => each.Text is "SELECT" or "EXEC" or "OUTPUT" or "RETURNING" or ";"))
        {
            return null;
        }

        var (open, close) = (words[values + 1], words[^1]);
        if (WrittenEach.DiffersByRow([.. words.Skip(values)])
            || words.Skip(values).Any(each => each.Text == "DEFAULT"))
        {
            return null;
        }

        var isOneRow = open.Is("(") && close.Is(")")
            && words.Skip(values + 2).Count(each => each.Depth == 0) == 1;
        return isOneRow && words[values - 1].Is(")")
            ? new(written[..words[values].At].TrimEnd(), written[open.End..close.At].Trim()) : null;
    }
}
