namespace Orchestrator.Core.Types;

/// <summary>What may stand in the parentheses behind a type name.</summary>
internal enum Measure { None, Length, Precision, Fraction, FloatBits }

/// <summary>One type name: its kind, its measure and the largest length it may have.</summary>
internal sealed record SqlTypeName(SqlTypeKind Kind, Measure Measure, int LengthMax = 0, bool HasMax = false);

/// <summary>The names of SQL Server's types and their synonyms.</summary>
internal static class SqlTypeNames
{
    private static readonly Dictionary<string, SqlTypeName> Canonical = new(StringComparer.OrdinalIgnoreCase)
    {
        ["bit"] = Plain(SqlTypeKind.Bit),
        ["tinyint"] = Plain(SqlTypeKind.TinyInt),
        ["smallint"] = Plain(SqlTypeKind.SmallInt),
        ["int"] = Plain(SqlTypeKind.Int),
        ["bigint"] = Plain(SqlTypeKind.BigInt),
        ["decimal"] = new(SqlTypeKind.Decimal, Measure.Precision),
        ["money"] = Plain(SqlTypeKind.Money),
        ["smallmoney"] = Plain(SqlTypeKind.SmallMoney),
        ["real"] = Plain(SqlTypeKind.Real),
        ["float"] = new(SqlTypeKind.Float, Measure.FloatBits),
        ["char"] = new(SqlTypeKind.Char, Measure.Length, 8000),
        ["varchar"] = new(SqlTypeKind.VarChar, Measure.Length, 8000, HasMax: true),
        ["nchar"] = new(SqlTypeKind.NChar, Measure.Length, 4000),
        ["nvarchar"] = new(SqlTypeKind.NVarChar, Measure.Length, 4000, HasMax: true),
        ["text"] = Plain(SqlTypeKind.Text),
        ["ntext"] = Plain(SqlTypeKind.NText),
        ["binary"] = new(SqlTypeKind.Binary, Measure.Length, 8000),
        ["varbinary"] = new(SqlTypeKind.VarBinary, Measure.Length, 8000, HasMax: true),
        ["image"] = Plain(SqlTypeKind.Image),
        ["date"] = Plain(SqlTypeKind.Date),
        ["time"] = new(SqlTypeKind.Time, Measure.Fraction),
        ["datetime"] = Plain(SqlTypeKind.DateTime),
        ["smalldatetime"] = Plain(SqlTypeKind.SmallDateTime),
        ["datetime2"] = new(SqlTypeKind.DateTime2, Measure.Fraction),
        ["datetimeoffset"] = new(SqlTypeKind.DateTimeOffset, Measure.Fraction),
        ["uniqueidentifier"] = Plain(SqlTypeKind.UniqueIdentifier),
        ["xml"] = Plain(SqlTypeKind.Xml),
        ["rowversion"] = Plain(SqlTypeKind.RowVersion),
        ["sql_variant"] = Plain(SqlTypeKind.SqlVariant),
        ["hierarchyid"] = Plain(SqlTypeKind.HierarchyId),
        ["geography"] = Plain(SqlTypeKind.Geography),
        ["geometry"] = Plain(SqlTypeKind.Geometry),
    };

    private static readonly Dictionary<string, string> Synonyms = new(StringComparer.OrdinalIgnoreCase)
    {
        ["integer"] = "int",
        ["dec"] = "decimal",
        ["numeric"] = "decimal",
        ["double precision"] = "float",
        ["character"] = "char",
        ["char varying"] = "varchar",
        ["character varying"] = "varchar",
        ["national char"] = "nchar",
        ["national character"] = "nchar",
        ["national char varying"] = "nvarchar",
        ["national character varying"] = "nvarchar",
        ["national text"] = "ntext",
        ["binary varying"] = "varbinary",
        ["timestamp"] = "rowversion",
    };

    private static readonly Dictionary<SqlTypeKind, string> Texts =
        Canonical.ToDictionary(pair => pair.Value.Kind, pair => pair.Key);

    /// <summary>Every name and synonym, for suggestions.</summary>
    public static IEnumerable<string> All => Canonical.Keys.Concat(Synonyms.Keys).Append("sysname");

    public static SqlTypeName? Find(string name) =>
        Canonical.GetValueOrDefault(Synonyms.GetValueOrDefault(name) ?? name);

    public static string TextOf(SqlTypeKind kind) => Texts[kind];

    private static SqlTypeName Plain(SqlTypeKind kind) => new(kind, Measure.None);
}
