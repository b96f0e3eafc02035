namespace Orchestrator.Packages.Http;

/// <summary>Follows the quotes of JSON through the parts that are written; values in between end none.</summary>
internal sealed class JsonQuotes
{
    /// <summary>Whether what comes next stands within quotes.</summary>
    public bool IsWithin { get; private set; }

    /// <summary>Whether a backslash stands right before it.</summary>
    public bool IsEscaped { get; private set; }

    public void Read(string text)
    {
        foreach (var sign in text)
        {
            if (IsEscaped)
            {
                IsEscaped = false;
            }
            else if (sign == '\\')
            {
                IsEscaped = IsWithin;
            }
            else if (sign == '"')
            {
                IsWithin = !IsWithin;
            }
        }
    }
}
