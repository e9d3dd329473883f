document.body.textContent = "tagview";
