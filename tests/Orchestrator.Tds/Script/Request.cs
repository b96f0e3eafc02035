using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>One thing that a client asked for. Its text is what the recorder keeps.</summary>
public abstract partial class Request(Session session)
{
    /// <summary>Who asked.</summary>
    public Session Session { get; } = session;

    /// <summary>The text of a batch, or the statement of sp_executesql and its like; otherwise null.</summary>
    public virtual string? Sql => null;

    /// <summary>Runs of blanks and line ends become one blank: the layout of a statement does not matter.</summary>
    public static string OneLine(string sql) => Blanks().Replace(sql, " ").Trim();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blanks();
}
