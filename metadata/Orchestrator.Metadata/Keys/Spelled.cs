namespace Orchestrator.Metadata.Keys;

/// <summary>How a plan tells a value of the metadata, or a part of it.</summary>
/// <param name="Path">Behind which name: load.range.from.</param>
/// <param name="Of">The spelling of a value; null says nothing and is left out.</param>
/// <param name="Standard">The spelling of what nobody wrote; null = what is told was written.</param>
internal sealed record Spelled<TValue>(string Path, Func<TValue, string?> Of, string? Standard);
