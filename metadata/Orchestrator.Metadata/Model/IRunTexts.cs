namespace Orchestrator.Metadata.Model;

/// <summary>Puts what a run has found out in the place of what stands for it, in whatever a kind says.</summary>
public interface IRunTexts
{
    /// <summary>The name of a file.</summary>
    /// <param name="written">As it is written.</param>
    /// <param name="known">With the values that are known before the run: it stays so where nothing else is in it.
    /// </param>
    string? File(string? written, string? known);

    /// <summary>A text that is sent.</summary>
    SentText Sent(SentText text);

    /// <summary>Where something is sent to: a value says what is asked for, and never whom.</summary>
    SentText Address(SentText url);

    /// <summary>SQL of the target, in which values are names.</summary>
    SqlText Sql(SqlText sql);
}
