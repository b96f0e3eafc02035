namespace Orchestrator.Metadata.Schema;

/// <summary>The keys of a table in the catalog. Its texts are a database's own: nothing in them is replaced.</summary>
internal static class CatalogShapes
{
    private static readonly Shape Own = new TextShape(TextForm.Verbatim);

    private static readonly Shape Columns = new ListShape(Own);

    private static readonly MapShape Column = new("a known column", [
        new("column", Own, "Its name.") { IsRequired = true },
        new("dataType", new DataTypeShape(), "Its type; left out where no type can move it."),
        new("nullable", Parts.Flag, "Whether it takes NULL; default true."),
        new("native", Own, "The platform's own declaration, where dataType says less."),
        new("codePage", new NumberShape(1), "The code page of its text, where that does not hold every character."),
        new("default", Own, "Its default, in the platform's SQL."),
        new("identity", Own, "How the server counts it."),
        new("computed", Own, "What the server computes it from."),
    ]);

    private static readonly MapShape UniqueKey = new("a unique key", [
        new("key", Own, "Its name.") { IsRequired = true },
        new("columns", Columns, "Its columns in order.") { IsRequired = true },
    ]);

    private static readonly MapShape ForeignKey = new("a foreign key", [
        new("key", Own, "Its name.") { IsRequired = true },
        new("columns", Columns, "Its columns in order.") { IsRequired = true },
        new("schema", Own, "Schema of the table that it points to."),
        new("table", Own, "The table that it points to.") { IsRequired = true },
        new("to", Columns, "The columns there; default those of its primary key."),
    ]);

    public static MapShape Table { get; } = new("a table of the catalog", [
        Parts.Named("catalog", "The connection whose database has the table."),
        new("schema", Own, "Schema of the table."),
        new("table", Own, "Name of the table.") { IsRequired = true },
        new("kind", new WordShape(["table", "view", "materialized view", "foreign table"]), "Default table."),
        new("encoding", Own, "The encoding of the database's text, where it is not UTF-8."),
        new("columns", new ListShape(Column), "Its columns in order."),
        new("primaryKey", Columns, "The columns of its primary key in order."),
        new("uniqueKeys", new ListShape(UniqueKey), "Its other unique keys."),
        new("foreignKeys", new ListShape(ForeignKey), "Its foreign keys."),
    ]);
}
