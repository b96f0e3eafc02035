using System.Collections.Concurrent;

namespace Orchestrator.Ledger;

/// <summary>The words of an enum, as the ledger writes them; made once per value.</summary>
internal static class EnumWords<T>
    where T : struct, Enum
{
    private static readonly ConcurrentDictionary<T, string> Known = new();

    public static string Of(T value) => Known.GetOrAdd(value, static known => known.ToString());

    public static T Parse(string word) => Enum.Parse<T>(word);
}
