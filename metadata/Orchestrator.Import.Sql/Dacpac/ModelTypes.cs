using Orchestrator.Import.Sql.Drafts;

namespace Orchestrator.Import.Sql.Dacpac;

/// <summary>Types as a model writes them.</summary>
internal static class ModelTypes
{
    private const string Server = "sys";

    // A type with digits behind the point but none before it has the server's default there.
    private const string PrecisionDefault = "18";

    /// <summary>The type that a specifier, or a type that somebody made, refers to.</summary>
    public static WrittenType Of(ModelElement element)
    {
        var name = element.References("Type").FirstOrDefault() ?? [];
        var (schema, last) = name switch
        {
            [var own, var type] when own != Server => (own, type),
            [.., var type] => ((string?)null, type),
            _ => (null, element.Type == "SqlXmlTypeSpecifier" ? "xml" : ""),
        };
        return new WrittenType(schema, last, Measures(element, last));
    }

    /// <summary>The type of a column that refers to none: sparse columns as a set are XML, all else is unknown.
    /// </summary>
    public static WrittenType Untyped(ModelElement column) =>
        new(null, column.Type == "SqlColumnSet" ? "xml" : column.Type, []);

    private static string[] Measures(ModelElement element, string type)
    {
        var (precision, scale) = (element.Number("Precision"), element.Number("Scale"));
        if (element.Is("IsMax") || element.Number("Length") is not null)
        {
            return [element.Is("IsMax") ? "max" : element.Number("Length")!];
        }

        if ((precision ?? scale) is not { } only)
        {
            return [];
        }

        return type is "decimal" or "numeric" ? [precision ?? PrecisionDefault, scale ?? "0"] : [only];
    }
}
