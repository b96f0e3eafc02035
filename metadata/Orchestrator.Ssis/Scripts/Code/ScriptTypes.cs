namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>The types that a script may have variables of, make values of, and catch: what they do when they are given
/// or asked for something is known.</summary>
internal static class ScriptTypes
{
    private static readonly string[] Spaces =
    [
        "System.Windows.Forms.", "System.Diagnostics.", "System.Globalization.", "System.IO.", "System.Data.",
        "System.Data.SqlClient.", "System.", "Microsoft.SqlServer.Dts.Runtime.",
    ];

    private static readonly HashSet<string> Plain = new(StringComparer.OrdinalIgnoreCase)
    {
        "bool", "Boolean", "byte", "char", "DateTime", "Date", "decimal", "double", "float", "Guid", "int", "Int16",
        "Int32", "Int64", "Integer", "long", "object", "sbyte", "short", "Single", "string", "TimeSpan", "uint",
        "ulong", "ushort", "Variables", "var",
    };

    // No type of a script's own is among these, for it has none; the runtime makes them.
    private const string Failure = "Exception";

    /// <summary>Whether a variable may have a type.</summary>
    public static bool IsKnown(string path) => Plain.Contains(Short(path));

    /// <summary>A known type, without the spaces before it.</summary>
    /// <exception cref="ScriptRefusedException">It is not known.</exception>
    public static string Of(string path, int line) => IsKnown(path) ? Short(path)
        : throw new ScriptRefusedException($"nothing is known of the type '{path}'", line);

    /// <summary>Refuses what is caught and is no failure of the runtime.</summary>
    /// <exception cref="ScriptRefusedException">It is none.</exception>
    public static void RefuseCaught(string path, int line)
    {
        if (Short(path) is var name && (name.Contains('.', StringComparison.Ordinal)
            || !name.EndsWith(Failure, StringComparison.Ordinal)))
        {
            throw new ScriptRefusedException($"nothing is known of the type '{path}'", line);
        }
    }

    private static string Short(string path) => Spaces.Where(each => path.StartsWith(each, StringComparison.Ordinal))
        .Select(each => path[each.Length..])
        .FirstOrDefault(each => !each.Contains('.', StringComparison.Ordinal), path);
}
