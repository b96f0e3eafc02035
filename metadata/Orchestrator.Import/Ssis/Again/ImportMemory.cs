using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Orchestrator.Import.Ssis.Again;

/// <summary>
/// What an import wrote: the hashes of the packages and of each file, as it was written. It is checked in with the
/// solution, so that whoever imports again knows what somebody has changed since.
/// </summary>
internal sealed record ImportMemory
{
    /// <summary>Where it stands, below the solution.</summary>
    public const string Path = "ssis/import.json";

    private static readonly JsonSerializerOptions Options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        DefaultIgnoreCondition = JsonIgnoreCondition.Never,
    };

    public int FormatVersion { get; init; } = 1;

    /// <summary>SHA-256 of each package by its file.</summary>
    public SortedDictionary<string, string> Packages { get; init; } = new(StringComparer.Ordinal);

    /// <summary>SHA-256 of each file that was written, without what was decided in it, by its path.</summary>
    public SortedDictionary<string, string> Files { get; init; } = new(StringComparer.Ordinal);

    /// <summary>Of the file of an object, by code and place, SHA-256 of each part of a package that somebody decides
    /// about.</summary>
    public SortedDictionary<string, SortedDictionary<string, string>> Open { get; init; } =
        new(StringComparer.Ordinal);

    /// <summary>The memory of a solution; an empty one where there is none, or it cannot be read.</summary>
    public static ImportMemory Read(string folder)
    {
        var path = System.IO.Path.Combine(folder, Path);
        try
        {
            return File.Exists(path)
                ? JsonSerializer.Deserialize<ImportMemory>(File.ReadAllText(path), Options) ?? new() : new();
        }
        catch (JsonException)
        {
            // Whatever is there then counts as somebody's.
            return new();
        }
    }

    /// <summary>As it is written.</summary>
    public string Text() => JsonSerializer.Serialize(this, Options).ReplaceLineEndings("\n") + "\n";

    /// <summary>The hash of a text.</summary>
    public static string Hash(string text) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text.ReplaceLineEndings("\n"))));
}
