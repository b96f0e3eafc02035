namespace Orchestrator.Data.Files;

/// <summary>A stream that can only be read forwards, made of the one below it. Owns that.</summary>
internal abstract class LayeredStream(Stream below) : ReadOnlyStream
{
    protected Stream Below { get; } = below;

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            Below.Dispose();
        }

        base.Dispose(disposing);
    }
}
