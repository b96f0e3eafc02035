using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Import.Sql.Drafts;

namespace Orchestrator.Import.Sql.Statements;

/// <summary>Types as they are written.</summary>
internal static class TypeReader
{
    private const string Server = "sys";

    public static WrittenType Of(DataTypeReference type) => type switch
    {
        SqlDataTypeReference { SqlDataTypeOption: not SqlDataTypeOption.None } known =>
            new WrittenType(null, known.SqlDataTypeOption.ToString().ToLowerInvariant(), Measures(known)),
        XmlDataTypeReference => new WrittenType(null, "xml", []),
        ParameterizedDataTypeReference made => Made(made.Name, Measures(made)),
        _ => Made(type.Name, []),
    };

    private static WrittenType Made(SchemaObjectName? name, IReadOnlyList<string> measures) => new(
        name?.SchemaIdentifier?.Value is { Length: > 0 } schema
            && !schema.Equals(Server, StringComparison.OrdinalIgnoreCase) ? schema : null,
        name?.BaseIdentifier?.Value ?? "", measures);

    private static string[] Measures(ParameterizedDataTypeReference type) =>
        [.. type.Parameters.Select(each => each.Value.ToLowerInvariant())];
}
