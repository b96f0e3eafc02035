using Orchestrator.Core;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>Another one drains the buffer.</summary>
/// <param name="what">The buffer and who drains it, as something that is waited for.</param>
/// <param name="message">The same for who does not wait.</param>
internal sealed class BufferHeldException(string what, string message)
    : PackageRefusedException("ORC3571", ErrorClass.Transient, "drain", message)
{
    /// <summary>The buffer and who drains it, as something that is waited for.</summary>
    public string What { get; } = what;
}
