using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Packages.Store;

/// <summary>A failure that a kind found itself; caught at its edge and returned as a value.</summary>
internal class PackageRefusedException(PackageError error) : Exception(error.Message)
{
    /// <summary>A failure with its code, who must act, where it came up and the message.</summary>
    public PackageRefusedException(string code, ErrorClass errorClass, string phase, string message)
        : this(new PackageError { Code = code, Class = errorClass, Phase = phase, Message = message })
    {
    }

    /// <summary>The same of what is written in the metadata, with its place.</summary>
    public PackageRefusedException(string code, ErrorClass errorClass, string phase, string message, Origin at)
        : this(new PackageError
        {
            Code = code,
            Class = errorClass,
            Phase = phase,
            Message = message,
            Script = at.Line > 0 ? at.File : "",
            Line = at.Line,
        })
    {
    }

    /// <summary>The failure.</summary>
    public PackageError Error { get; } = error;
}
