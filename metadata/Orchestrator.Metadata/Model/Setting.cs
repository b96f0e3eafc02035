using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>A value that came down the cascade, with the place where it was written.</summary>
public readonly record struct Setting<T>(T Value, Origin At)
{
    /// <summary>A value that nobody wrote.</summary>
    public static Setting<T> Default(T value) => new(value, Origin.Default);
}
