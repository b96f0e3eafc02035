using Orchestrator.Core.Types;

namespace Orchestrator.Data.PostgreSql;

/// <summary>A column of a table or result as PostgreSQL describes it.</summary>
/// <param name="Oid">Number of its type, of a domain's base type.</param>
/// <param name="Declaration">Its type with measures, of a domain's base type.</param>
internal sealed record PostgreSqlColumn(string Name, uint Oid, string Declaration)
{
    /// <summary>The type as it stands in CREATE TABLE, with domain, schema and collation.</summary>
    public required string Native { get; init; }

    /// <summary>Whether it is an enum, whose binary form is its label.</summary>
    public bool IsEnum { get; init; }

    /// <summary>Whether it takes NULL.</summary>
    public bool Nullable { get; init; } = true;

    /// <summary>Where its values come from when a row is written.</summary>
    public ValueSource Source { get; init; }

    /// <summary>Its neutral type.</summary>
    public SqlType Type => PostgreSqlTypeMap.Of(Oid, Declaration);

    // What a domain is over, where that is a type of the server's own: a domain is called with its schema.
    private string? OfServer => Oid < PostgreSqlOids.FirstOfOthers && Native.Contains('.', StringComparison.Ordinal)
        && !Native.StartsWith(Declaration, StringComparison.Ordinal) ? Declaration : null;

    /// <summary>As the engine sees it.</summary>
    public RowColumn ToRowColumn() => new(Name, Type, Nullable)
    {
        Native = Native == PostgreSqlTypeMap.Declare(Type)
            ? null
            : new NativeType(PostgreSqlPlatform.PlatformName, Native) { Base = OfServer },
        Source = Source,
    };
}
