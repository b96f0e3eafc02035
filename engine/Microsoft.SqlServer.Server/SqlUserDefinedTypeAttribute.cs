namespace Microsoft.SqlServer.Server;

/// <summary>Marks a .NET type as a CLR type of SQL Server.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, AllowMultiple = false, Inherited = true)]
public sealed class SqlUserDefinedTypeAttribute(Format format) : Attribute
{
    /// <summary>How a value becomes bytes.</summary>
    public Format Format { get; } = format;

    /// <summary>The largest value in bytes, 1 to 8,000, or −1 for no limit. Default 0: not given.</summary>
    public int MaxByteSize { get; set; }

    /// <summary>Whether every value has the same length. Default: no.</summary>
    public bool IsFixedLength { get; set; }

    /// <summary>Whether the bytes sort as the values do. Default: no.</summary>
    public bool IsByteOrdered { get; set; }

    /// <summary>The name of the method that says whether a value is valid. Default: none.</summary>
    public string? ValidationMethodName { get; set; }

    /// <summary>The type's name in the database. Default: the name of the .NET type.</summary>
    public string? Name { get; set; }
}
