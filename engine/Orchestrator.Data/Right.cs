namespace Orchestrator.Data;

/// <summary>What somebody may do in a database.</summary>
public enum RightKind
{
    /// <summary>Make a schema; one without a name stands for any.</summary>
    CreateSchema,

    /// <summary>Reach what is in a schema.</summary>
    UseSchema,

    /// <summary>Make tables in a schema.</summary>
    CreateTable,

    /// <summary>Read a table.</summary>
    Select,

    /// <summary>Add rows to a table.</summary>
    Insert,

    /// <summary>Change rows of a table.</summary>
    Update,

    /// <summary>Remove rows of a table.</summary>
    Delete,

    /// <summary>Bring the numbers of a column that the server else counts itself.</summary>
    KeepIdentity,

    /// <summary>Change the columns of a table, and what hangs on it.</summary>
    Alter,

    /// <summary>Let keys of other tables point to a table.</summary>
    References,

    /// <summary>Put another table in the place of a table.</summary>
    Own,

    /// <summary>Know of a table, and of what hangs on it.</summary>
    ViewDefinition,

    /// <summary>Say where the server counts on in tables of a schema.</summary>
    SetNumbers,

    /// <summary>Change how durable the commits of the database are.</summary>
    SetDurability,
}

/// <summary>A right.</summary>
/// <param name="Kind">What it allows.</param>
/// <param name="Schema">The schema; empty = the database.</param>
/// <param name="Table">The table in it; empty = the schema.</param>
public sealed record Right(RightKind Kind, string Schema, string Table)
{
    /// <summary>The table, as a catalog names it: without a schema where there are none.</summary>
    public TableName Of => new(Schema.Length > 0 ? Schema : null, Table);

    /// <summary>In words, for messages: "SELECT on crm.Customer".</summary>
    public override string ToString() => Kind switch
    {
        RightKind.CreateSchema => $"CREATE on the database, for the schema {Schema}",
        RightKind.UseSchema => $"USAGE on the schema {Schema}",
        RightKind.CreateTable => Schema.Length == 0 ? "CREATE in the database" : $"CREATE in the schema {Schema}",
        RightKind.Own => $"being the owner of {Where}",
        RightKind.SetNumbers => $"db_ddladmin, or being the owner of the schema {Schema},"
            + " to set numbers (DBCC CHECKIDENT)",
        RightKind.SetDurability => "changing the durability of the database",
        RightKind.ViewDefinition => $"VIEW DEFINITION on {Where}",
        RightKind.KeepIdentity or RightKind.Alter => $"ALTER on {Where}",
        _ => $"{Kind.ToString().ToUpperInvariant()} on {Where}",
    };

    // Of a platform without schemas the table alone.
    private string Where => Schema.Length == 0 ? Table : $"{Schema}.{Table}";
}
