namespace Orchestrator.Import.Sql;

/// <summary>Codes of what is found in scripts, projects and packages of T-SQL.</summary>
internal static class SqlCodes
{
    /// <summary>A file that cannot be read, or is not what its name says.</summary>
    public const string Unreadable = "ORC6150";

    /// <summary>A piece of a script that is no T-SQL.</summary>
    public const string Syntax = "ORC6151";

    /// <summary>A script of another database's dialect.</summary>
    public const string OtherDialect = "ORC6152";

    /// <summary>A variable of SQLCMD that has no value.</summary>
    public const string NoValue = "ORC6153";

    /// <summary>A file that `:r` names and that is not read.</summary>
    public const string Included = "ORC6154";

    /// <summary>A type that nothing of what was read makes.</summary>
    public const string UnknownType = "ORC6155";

    /// <summary>A table, view or type that is made twice.</summary>
    public const string Twice = "ORC6156";

    /// <summary>A change of a table or column that nothing of what was read makes.</summary>
    public const string UnknownTable = "ORC6157";

    /// <summary>A column whose type no script tells.</summary>
    public const string Untold = "ORC6158";

    /// <summary>Tables of several databases.</summary>
    public const string Databases = "ORC6159";

    /// <summary>A statement that makes or changes a table in a way that is not followed.</summary>
    public const string NotFollowed = "ORC6160";

    /// <summary>More of something than is read: nesting, bytes, files.</summary>
    public const string TooMuch = "ORC6161";
}
