namespace Microsoft.SqlServer.Server;

/// <summary>How the value of a CLR type becomes bytes.</summary>
public enum Format
{
    /// <summary>Not known.</summary>
    Unknown = 0,

    /// <summary>By SQL Server, from the fields.</summary>
    Native = 1,

    /// <summary>By the type itself, through <see cref="IBinarySerialize"/>.</summary>
    UserDefined = 2,
}
