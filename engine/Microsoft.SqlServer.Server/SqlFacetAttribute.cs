using static System.AttributeTargets;

namespace Microsoft.SqlServer.Server;

/// <summary>The SQL side of a member or parameter of a CLR type: length, precision, scale and NULL.</summary>
[AttributeUsage(Field | Property | Parameter | ReturnValue, AllowMultiple = false, Inherited = false)]
public class SqlFacetAttribute : Attribute
{
    /// <summary>Whether the length is always <see cref="MaxSize"/>. Default: no.</summary>
    public bool IsFixedLength { get; set; }

    /// <summary>The largest length in characters or bytes, or −1 for no limit. Default 0: not given.</summary>
    public int MaxSize { get; set; }

    /// <summary>The number of digits of a decimal. Default 0: not given.</summary>
    public int Precision { get; set; }

    /// <summary>The number of digits behind the point. Default 0.</summary>
    public int Scale { get; set; }

    /// <summary>Whether NULL is allowed. Default: no.</summary>
    public bool IsNullable { get; set; }
}
