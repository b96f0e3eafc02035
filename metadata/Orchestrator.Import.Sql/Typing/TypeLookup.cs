using Orchestrator.Core.Types;
using Orchestrator.Import.Sql.Drafts;

namespace Orchestrator.Import.Sql.Typing;

/// <summary>Finds what written types are: the server's own, or made by somebody of one of these.</summary>
internal sealed class TypeLookup(SqlDrafts drafts)
{
    /// <summary>The length of a column whose type has none.</summary>
    public const int OfColumn = 1;

    /// <summary>The length of a CAST to a type that has none.</summary>
    public const int OfCast = 30;

    private static readonly string[] Sized = ["char", "varchar", "nchar", "nvarchar", "binary", "varbinary"];

    // The server has them, and no neutral type holds their values.
    private static readonly string[] Unmoved = ["vector", "cursor", "table"];

    /// <summary>What a type is.</summary>
    /// <param name="written">As it is written.</param>
    /// <param name="length">The length where it needs one and says none.</param>
    public FoundType Of(WrittenType written, int length)
    {
        if (written.Schema is null && Own(written, length) is { } own)
        {
            return own;
        }

        var name = drafts.Named(written.Schema, written.Name);
        return drafts.Type(name) is not { } made ? new FoundType(false, null)
            : new FoundType(true, made.Base is { } basis ? Own(basis, OfColumn)?.Type : null)
            {
                Alias = made.Base is null ? null : $"{Quoted(made.Name.Schema ?? "")}.{Quoted(made.Name.Name)}",
                Nullable = made.Nullable,
            };
    }

    // Also a name that no table could have: it is shown, and sent nowhere.
    private static string Quoted(string name) => $"[{name.Replace("]", "]]", StringComparison.Ordinal)}]";

    private static FoundType? Own(WrittenType written, int length)
    {
        var name = written.Name.ToLowerInvariant();
        if (Unmoved.Contains(name))
        {
            return new FoundType(true, null);
        }

        if (name == "json")
        {
            return new FoundType(true, new SqlType(SqlTypeKind.NVarChar, SqlType.Max));
        }

        var text = written.Measures.Count == 0 && Sized.Contains(name) ? $"{name}({length})"
            : new WrittenType(null, name, written.Measures).ToString();
        return !SqlType.TryParse(text, out var type, out _) ? null
            : new FoundType(true, type) { Nullable = name == "sysname" ? false : null };
    }
}
